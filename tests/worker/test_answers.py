"""What the endpoints answer to lawful requests."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH
from rules.layouts import STANDARD
from rules.notation.cgp import parse_cgp
from solver_worker.protocol import CROSS_SETS_ANSWER, HEALTH, MOVES_ANSWER, MovesAnswer
from tests.worker.conftest import DIGRAPHS, EMPTY_BOARD

Client = httpx2.Client


def ask(client: Client, path: str = "/v1/moves", **body: Any) -> MovesAnswer:
    answer = client.post(path, json={"lexicon": "en", **body})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return MOVES_ANSWER.validate_json(answer.content)


def placements(answer: MovesAnswer) -> list[str]:
    """Moves as the oracle writes them: coordinate, word, score."""
    return sorted(f"{m.coord} {m.word} {m.score}" for m in answer.moves if m.type == "placement")


def row(text: str, number: int = 7) -> list[str]:
    return [*EMPTY_BOARD[:number], text, *EMPTY_BOARD[number + 1 :]]


def test_livez_answers(client: Client) -> None:
    answer = client.get("/livez")
    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


def test_readyz_answers_once_warm(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


def test_health_names_lexicons_kernels_timings_and_load(
    client: Client, english_lexicon: Lexicon
) -> None:
    health = HEALTH.validate_json(client.get("/health").content)
    by_name = {lexicon.name: lexicon for lexicon in health.lexicons}
    assert sorted(by_name) == ["digraphs", "en", "mini", "wide"]
    english = by_name["en"]
    assert english.sha256 == english_lexicon.sha256
    assert (english.words, english.bytes) == (168_551, english_lexicon.nbytes)
    assert (english.form, by_name["wide"].form) == ("narrow", "wide")
    assert (health.status, health.reason, health.refused) == ("ready", None, [])
    assert health.kernels.state == "warm"
    assert {"process", "imports", "lexicons", "kernels", "total"} <= set(health.startup_ms)
    assert health.load.threads >= 1
    assert health.load.queue_limit == 64
    assert health.uptime_s > 0


@pytest.mark.parametrize("number", [0, 60, 130, 200, 260])
def test_rows_and_cgp_give_every_play_of_the_oracle(
    client: Client, oracle: list[dict[str, Any]], number: int
) -> None:
    case = oracle[number]
    position = parse_cgp(case["cgp"], ENGLISH, STANDARD)
    by_cgp = ask(client, cgp=case["cgp"], limit=100_000)
    by_rows = ask(
        client,
        board=position.board.rows_text(ENGLISH),
        rack=position.racks[0].text(ENGLISH),
        limit=100_000,
    )
    assert placements(by_cgp) == case["plays"]
    assert by_rows.moves == by_cgp.moves
    assert by_cgp.total == case["n_plays"]
    assert by_cgp.exhausted
    assert by_cgp.moves[0].score == case["top_score"]


@pytest.mark.parametrize("number", [5, 100, 222])
def test_hints_are_the_best_scores_without_a_total(
    client: Client, oracle: list[dict[str, Any]], number: int
) -> None:
    case = oracle[number]
    everything = ask(client, cgp=case["cgp"], limit=100_000)
    hints = ask(client, "/v1/hints", cgp=case["cgp"], limit=15)
    best = [move.score for move in everything.moves[:15]]
    assert [move.score for move in hints.moves] == best
    assert hints.total is None
    assert set(placements(hints)) <= set(placements(everything))


def test_the_answer_carries_timings_counters_lexicon_and_layout(
    client: Client, english_lexicon: Lexicon
) -> None:
    answer = ask(client, board=row("......WORD....."), rack="AEINRS?")
    assert len(answer.moves) == 20
    assert answer.total is not None
    assert answer.total > 20
    assert not answer.exhausted
    assert answer.lexicon.sha256 == english_lexicon.sha256
    assert answer.layout == "standard15"
    assert answer.timings_us.solve_us >= 0
    assert answer.timings_us.parse_us >= 0
    assert answer.counters.anchors > 0
    assert answer.warnings == []


def test_limit_cuts_the_list_and_not_the_total(client: Client) -> None:
    one = ask(client, board=EMPTY_BOARD, rack="CATERED", limit=1)
    everything = ask(client, board=EMPTY_BOARD, rack="CATERED", limit=100_000)
    assert len(one.moves) == 1
    assert one.total == everything.total == len(everything.moves)
    assert (one.exhausted, everything.exhausted) == (False, True)
    assert one.moves[0].score == everything.moves[0].score


def test_min_score_leaves_lower_moves_out(client: Client) -> None:
    everything = ask(client, board=EMPTY_BOARD, rack="CATERED", limit=100_000)
    high = ask(client, board=EMPTY_BOARD, rack="CATERED", limit=100_000, min_score=20)
    assert high.moves == [move for move in everything.moves if move.score >= 20]
    assert 0 < len(high.moves) < len(everything.moves)


def test_order_by_position_lists_the_same_moves(client: Client) -> None:
    by_score = ask(client, board=row("......WORD....."), rack="AEINRST", limit=100_000)
    by_place = ask(
        client, board=row("......WORD....."), rack="AEINRST", limit=100_000, order="position"
    )
    assert placements(by_score) == placements(by_place)
    scores = [move.score for move in by_score.moves]
    assert scores == sorted(scores, reverse=True)
    assert [move.score for move in by_place.moves] != scores


def test_no_legal_move_is_an_empty_list_and_no_error(client: Client) -> None:
    answer = ask(client, board=EMPTY_BOARD, rack="VVW")
    assert (answer.moves, answer.total, answer.exhausted) == ([], 0, True)


def test_exchanges_and_pass_come_on_request(client: Client) -> None:
    answer = ask(
        client,
        board=EMPTY_BOARD,
        rack="ABCDEF?",
        limit=100_000,
        include_exchanges=True,
        include_pass=True,
    )
    kinds = [move.type for move in answer.moves]
    assert kinds.count("exchange") == 127
    assert kinds.count("pass") == 1
    assert answer.total == len(answer.moves)
    assert "?" in {move.tiles for move in answer.moves if move.type == "exchange"}


def test_exchanges_need_a_full_rack_in_the_bag(
    client: Client, oracle: list[dict[str, Any]]
) -> None:
    late = next(case for case in oracle if case["n_exchanges"] == 0)
    early = next(case for case in oracle if case["n_exchanges"] > 0)
    for case in (late, early):
        answer = ask(client, cgp=case["cgp"], limit=100_000, include_exchanges=True)
        found = sum(move.type == "exchange" for move in answer.moves)
        assert found == case["n_exchanges"]


def test_a_lexicon_answers_to_name_version_and_checksum(
    client: Client, english_lexicon: Lexicon
) -> None:
    for reference in ("en", f"en@{english_lexicon.version}", english_lexicon.sha256):
        assert ask(client, lexicon=reference, board=EMPTY_BOARD, rack="AT").total == 4


def test_both_forms_of_a_lexicon_give_the_same_moves(client: Client) -> None:
    board = row("......LAB......")
    narrow = ask(client, lexicon="mini", board=board, rack="AEIQSLP", limit=1_000)
    wide = ask(client, lexicon="wide", board=board, rack="AEIQSLP", limit=1_000)
    assert narrow.moves == wide.moves
    assert narrow.moves


def test_tiles_of_several_characters_go_in_and_come_out(client: Client) -> None:
    answer = ask(client, lexicon="digraphs", board=EMPTY_BOARD, rack="[CH][CH]OO", limit=1_000)
    words = {move.word for move in answer.moves if move.type == "placement"}
    assert words == {"[CH]O[CH]O"}
    spelled = ask(client, lexicon="digraphs", board=EMPTY_BOARD, rack="[CH]OO[C][H]", limit=1_000)
    assert {m.word for m in spelled.moves if m.type == "placement"} == {"OCO"}
    through = ask(client, lexicon="digraphs", board=row("......[CH]O......."), rack="?O")
    assert "..[ch]O" in {m.tiles for m in through.moves if m.type == "placement"}
    assert DIGRAPHS.tiles[1].text == "CH"


def test_a_layout_from_the_data_directory(client: Client) -> None:
    answer = ask(client, layout="diamond9", board=["." * 9] * 9, rack="CAT", limit=1_000)
    assert answer.layout == "diamond9"
    assert {m.coord for m in answer.moves if m.type == "placement"} >= {"5E", "5D", "5C"}


def test_the_super_board(client: Client) -> None:
    answer = ask(client, layout="super21", board=["." * 21] * 21, rack="QUIXOTE", limit=5)
    assert len(answer.moves) == 5


def test_a_rack_of_ten_where_the_request_allows_it(client: Client) -> None:
    answer = ask(client, board=EMPTY_BOARD, rack="AEINRSTLDG", rack_size=10, limit=1)
    assert answer.total is not None
    assert answer.total > 1_000


def test_a_floating_island_is_analysed_and_flagged(client: Client) -> None:
    board = row("......WORD.....")
    board[0] = "CAT............"
    answer = ask(client, board=board, rack="AEINRST")
    assert [warning.code for warning in answer.warnings] == ["floating-island"]
    assert sorted(answer.warnings[0].squares) == [(0, 0), (0, 1), (0, 2)]
    assert answer.total


def test_an_uncovered_start_square_is_flagged(client: Client) -> None:
    answer = ask(client, board=row("CAT............", 0), rack="AEINRST")
    codes = {warning.code for warning in answer.warnings}
    assert "start-square-empty" in codes
    assert ask(client, board=EMPTY_BOARD, rack="AEINRST").warnings == []


def test_cross_sets_of_a_gap_and_a_hook(client: Client) -> None:
    board = row("....PA.ABLE....")
    answer = client.post("/v1/cross-sets", json={"lexicon": "mini", "board": board})
    assert answer.status_code == 200, answer.text
    squares = {(s.row, s.col): s for s in CROSS_SETS_ANSWER.validate_json(answer.content).squares}
    gap = squares[7, 6]
    assert gap.down is not None
    assert sorted(gap.down.tiles) == ["R", "Y"]
    assert gap.down.score == 3 + 1 + 1 + 3 + 1 + 1
    assert gap.across is None
    lone = client.post("/v1/cross-sets", json={"lexicon": "mini", "board": row("......L.B......")})
    found = {(s["row"], s["col"]): s for s in lone.json()["squares"]}
    assert found[7, 7]["down"]["tiles"] == ["A"]


def test_cross_sets_agree_with_the_reader(client: Client, english_lexicon: Lexicon) -> None:
    board = row("......WORD.....")
    answer = client.post("/v1/cross-sets", json={"lexicon": "en", "board": board}).json()
    word = ENGLISH.word("WORD")
    squares = {(s["row"], s["col"]): s for s in answer["squares"]}
    for offset, letter in enumerate(word):
        above = squares[6, 6 + offset]
        mask = english_lexicon.cross_set((), (letter,))
        expected = [tile.text for n, tile in enumerate(ENGLISH.tiles, 1) if mask >> n & 1]
        assert above["across"]["tiles"] == expected
        assert above["across"]["score"] == ENGLISH.points[letter]
    assert answer["lexicon"]["sha256"] == english_lexicon.sha256


def test_the_openapi_document_describes_bodies_and_answers(client: Client) -> None:
    document = client.get("/openapi.json").json()
    assert set(document["paths"]) == {
        "/livez",
        "/readyz",
        "/health",
        "/v1/moves",
        "/v1/hints",
        "/v1/cross-sets",
        "/v1/lexicons/reload",
        "/v1/words",
    }
    post = document["paths"]["/v1/moves"]["post"]
    schema = post["requestBody"]["content"]["application/json"]["schema"]
    assert schema["$ref"].rpartition("/")[2] in document["components"]["schemas"]
    example = post["requestBody"]["content"]["application/json"]["example"]
    assert client.post("/v1/moves", json=example).status_code == 200
