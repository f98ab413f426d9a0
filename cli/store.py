"""Where the commands that work on the store find it: as the environment names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import TilewrightError

if TYPE_CHECKING:
    from gateway.settings import Settings


class SettingError(TilewrightError):
    """A setting makes no sense; the text says which."""

    code = "setting"


def store_url() -> str:
    """Return the address of the store.

    Raises
    ------
    SettingError
        If a setting makes no sense.
    """
    return read_settings().store_url


def read_settings() -> Settings:
    """Return the settings that a gateway would have here.

    Raises
    ------
    SettingError
        If one makes no sense.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - `--help` stays quick

    from gateway.settings import Settings  # noqa: PLC0415

    try:
        return Settings()
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        variable = "TILEWRIGHT_" + "_".join(str(part) for part in fault["loc"]).upper()
        raise SettingError(f"{variable}: {fault['msg']}") from error
