"""The tile sets that come with the program: facts of editions and of clubs, one block a set.

A block's first line has the name, the language (BCP 47) and the number of blanks. Then come the
tiles in the order of the language's alphabet: text, blank form, copies, points. A tile without
copies is played with a blank only. ``!`` begins an exception: a fragment of words and the tiles
that spell it, where the longest tile first would be wrong.

Sources of the counts and points: the editions themselves, as the field's programs agree on them.
`galician` and its sisters were derived from letter frequencies for the first web game in that
language; Serbian has Croatia's set, in either script.

The exceptions are this project's own: where two parts of a word meet, the last letter of one and
the first of the other may look like a tile (Hungarian VÍZ+SZINT, Serbian KON+JUNKTURA). Hungarian's
are measured against where hunspell-hu says that parts meet, its compounds' and its suffixes', and
Serbian's against hunspell-sr in Cyrillic, which writes the two otherwise; a fragment that would
break a word that has the tile is longer, or has a longer one beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.tiles import Tile

_SETS = """
[english] en 2
A a 9 1 | B b 2 3 | C c 2 3 | D d 4 2 | E e 12 1 | F f 2 4 | G g 3 2 | H h 2 4 | I i 9 1
J j 1 8 | K k 1 5 | L l 4 1 | M m 2 3 | N n 6 1 | O o 8 1 | P p 2 3 | Q q 1 10 | R r 6 1
S s 4 1 | T t 6 1 | U u 4 1 | V v 2 4 | W w 2 4 | X x 1 8 | Y y 2 4 | Z z 1 10

[english-new] en 2
A a 11 1 | B b 2 3 | C c 3 3 | D d 4 2 | E e 12 1 | F f 1 3 | G g 3 3 | H h 2 2 | I i 6 1
J j 1 6 | K k 1 3 | L l 5 2 | M m 3 2 | N n 5 2 | O o 7 1 | P p 2 2 | Q q 1 12 | R r 6 2
S s 9 1 | T t 4 2 | U u 4 2 | V v 1 5 | W w 1 4 | X x 1 5 | Y y 2 2 | Z z 1 6

[english-super] en 4
A a 16 1 | B b 4 3 | C c 6 3 | D d 8 2 | E e 24 1 | F f 4 4 | G g 5 2 | H h 5 4 | I i 13 1
J j 2 8 | K k 2 5 | L l 7 1 | M m 6 3 | N n 13 1 | O o 15 1 | P p 4 3 | Q q 2 10 | R r 13 1
S s 10 1 | T t 15 1 | U u 7 1 | V v 3 4 | W w 4 4 | X x 2 8 | Y y 4 4 | Z z 2 10

[afrikaans] af 2
A a 9 1 | B b 1 8 | D d 6 1 | E e 16 1 | F f 1 8 | G g 4 2 | H h 3 2 | I i 8 1 | J j 1 10
K k 3 3 | L l 3 2 | M m 2 4 | N n 8 1 | O o 6 1 | P p 2 5 | R r 6 1 | S s 6 1 | T t 6 1
U u 2 4 | V v 2 5 | W w 3 3 | Y y 2 4

[basque] eu 2
A a 14 1 | B b 3 4 | D d 4 3 | E e 12 1 | F f 1 10 | G g 2 5 | H h 2 5 | I i 9 1 | J j 1 8
K k 5 2 | L l 2 5 | M m 1 8 | N n 8 1 | O o 6 1 | P p 1 8 | R r 5 2 | RR rr 1 8 | S s 2 5
T t 6 1 | TS ts 1 8 | TX tx 1 8 | TZ tz 1 8 | U u 6 1 | X x 1 10 | Z z 3 4

[bulgarian] bg 2
А а 9 1 | Б б 3 2 | В в 4 2 | Г г 3 3 | Д д 4 2 | Е е 8 1 | Ж ж 2 4 | З з 2 4 | И и 8 1
Й й 1 5 | К к 3 2 | Л л 3 2 | М м 4 2 | Н н 4 1 | О о 9 1 | П п 4 1 | Р р 4 1 | С с 4 1
Т т 5 1 | У у 3 5 | Ф ф 1 10 | Х х 1 5 | Ц ц 1 8 | Ч ч 2 5 | Ш ш 1 8 | Щ щ 1 10 | Ъ ъ 2 3
Ь ь 1 10 | Ю ю 1 8 | Я я 2 5

[catalan] ca 2
A a 12 1 | B b 2 3 | C c 3 2 | Ç ç 1 10 | D d 3 2 | E e 13 1 | F f 1 4 | G g 2 3 | H h 1 8
I i 8 1 | J j 1 8 | L l 4 1 | L·L l·l 1 10 | M m 3 2 | N n 6 1 | NY ny 1 10 | O o 5 1 | P p 2 3
QU qu 1 8 | R r 8 1 | S s 8 1 | T t 5 1 | U u 4 1 | V v 1 4 | X x 1 10 | Z z 1 8

[catalan-super] ca 5
A a 25 1 | B b 3 3 | C c 5 2 | Ç ç 2 12 | D d 5 2 | E e 27 1 | F f 2 4 | G g 3 3 | H h 2 8
I i 17 1 | J j 2 8 | L l 8 1 | L·L l·l 1 15 | M m 7 2 | N n 12 1 | NY ny 2 10 | O o 10 1
P p 3 3 | QU qu 2 8 | R r 16 1 | S s 19 1 | T t 10 1 | U u 6 1 | V v 2 4 | X x 2 10 | Z z 2 8

[croatian] hr 2
A a 11 1 | B b 1 3 | C c 1 4 | Č č 1 3 | Ć ć 1 5 | D d 3 3 | DŽ dž 1 10 | Đ đ 1 10 | E e 9 1
F f 1 8 | G g 2 3 | H h 1 4 | I i 10 1 | J j 4 1 | K k 3 2 | L l 2 3 | LJ lj 1 4 | M m 3 2
N n 6 1 | NJ nj 1 4 | O o 9 1 | P p 3 2 | R r 5 1 | S s 5 1 | Š š 1 4 | T t 5 1 | U u 4 1
V v 3 2 | Z z 2 3 | Ž ž 1 4
! INJEK I N J E K
! INJUNK I N J U N K
! KONJUG K O N J U G
! KONJUK K O N J U K
! KONJUN K O N J U N
! KONJEKT K O N J E K T
! TANJUG T A N J U G
! VANJED V A N J E D
! VANJEZI V A N J E Z I
! NADŽANJ N A D Ž A NJ
! NADŽEL N A D Ž E L
! NADŽET N A D Ž E T
! NADŽIV N A D Ž I V
! NADŽNJ N A D Ž NJ
! NADŽUP N A D Ž U P
! ODŽIV O D Ž I V
! ODŽAL O D Ž A L
! ODŽALJ O D Ž A LJ
! ODŽVA O D Ž V A
! PODŽANR P O D Ž A N R
! PODŽDR P O D Ž D R
! PODŽUP P O D Ž U P
! PREDŽAL P R E D Ž A L
! PREDŽEL P R E D Ž E L
! PREDŽIV P R E D Ž I V
! PREDŽNJ P R E D Ž NJ

[czech] cs 2
A a 5 1 | Á á 2 2 | B b 2 3 | C c 3 2 | Č č 1 4 | D d 3 1 | Ď ď 1 8 | E e 5 1 | É é 2 3
Ě ě 2 3 | F f 1 5 | G g 1 5 | H h 3 2 | I i 4 1 | Í í 3 2 | J j 2 2 | K k 3 1 | L l 3 1
M m 3 2 | N n 5 1 | Ň ň 1 6 | O o 6 1 | Ó ó 1 7 | P p 3 1 | R r 3 1 | Ř ř 2 4 | S s 4 1
Š š 2 4 | T t 4 1 | Ť ť 1 7 | U u 3 2 | Ú ú 1 5 | Ů ů 1 4 | V v 4 1 | X x 1 10 | Y y 2 2
Ý ý 2 4 | Z z 2 2 | Ž ž 1 4

[danish] da 2
A a 7 1 | B b 4 3 | C c 2 8 | D d 5 2 | E e 9 1 | F f 3 3 | G g 3 3 | H h 2 4 | I i 4 3
J j 2 4 | K k 4 3 | L l 5 2 | M m 3 3 | N n 6 1 | O o 5 2 | P p 2 4 | R r 6 1 | S s 5 2
T t 5 2 | U u 3 3 | V v 3 3 | X x 1 8 | Y y 2 4 | Z z 1 8 | Æ æ 2 4 | Ø ø 2 4 | Å å 2 4

[dutch] nl 2
A a 6 1 | B b 2 3 | C c 2 5 | D d 5 2 | E e 18 1 | F f 2 4 | G g 3 3 | H h 2 4 | I i 4 1
J j 2 4 | K k 3 3 | L l 3 3 | M m 3 3 | N n 10 1 | O o 6 1 | P p 2 3 | Q q 1 10 | R r 5 2
S s 5 2 | T t 5 2 | U u 3 4 | V v 2 4 | W w 2 5 | X x 1 8 | Y y 1 8 | Z z 2 4

[estonian] et 2
A a 10 1 | B b 1 4 | D d 4 2 | E e 9 1 | F f 1 8 | G g 2 3 | H h 2 4 | I i 9 1 | J j 2 4
K k 5 1 | L l 5 1 | M m 4 2 | N n 4 2 | O o 5 1 | P p 2 4 | R r 2 2 | S s 8 1 | Š š 1 10
Z z 1 10 | Ž ž 1 10 | T t 7 1 | U u 5 1 | V v 2 3 | Õ õ 2 4 | Ä ä 2 5 | Ö ö 2 6 | Ü ü 2 5

[faroese] fo 2
A a 10 1 | Á á 1 5 | B b 1 6 | D d 2 4 | Ð ð 4 2 | E e 7 1 | F f 2 4 | G g 4 2 | H h 2 4
I i 10 1 | Í í 1 6 | J j 1 6 | K k 4 2 | L l 4 2 | M m 3 3 | N n 7 1 | O o 2 4 | Ó ó 1 6
P p 1 8 | R r 7 1 | S s 5 1 | T t 7 1 | U u 5 1 | Ú ú 1 6 | V v 4 2 | Y y 1 7 | Ý ý 1 8
Æ æ 1 8 | Ø ø 1 7

[finnish] fi 2
A a 10 1 | B b 1 8 | C c 1 10 | D d 1 7 | E e 8 1 | F f 1 8 | G g 1 8 | H h 2 4 | I i 10 1
J j 2 4 | K k 5 2 | L l 5 2 | M m 3 3 | N n 9 1 | O o 5 2 | P p 2 4 | R r 2 4 | S s 7 1
T t 9 1 | U u 4 3 | V v 2 4 | Y y 2 4 | Ä ä 5 2 | Ö ö 1 7

[french] fr 2
A a 9 1 | B b 2 3 | C c 2 3 | D d 3 2 | E e 15 1 | F f 2 4 | G g 2 2 | H h 2 4 | I i 8 1
J j 1 8 | K k 1 10 | L l 5 1 | M m 3 2 | N n 6 1 | O o 6 1 | P p 2 3 | Q q 1 8 | R r 6 1
S s 6 1 | T t 6 1 | U u 6 1 | V v 2 4 | W w 1 10 | X x 1 10 | Y y 1 10 | Z z 1 10

[galician] gl 2
A a 14 1 | B b 2 3 | C c 4 1 | D d 5 1 | E e 12 1 | F f 1 4 | G g 1 4 | H h 1 4 | I i 6 1
L l 3 2 | M m 3 2 | N n 6 1 | Ñ ñ 1 8 | O o 9 1 | P p 2 2 | Q q 1 4 | R r 8 1 | S s 9 1
T t 4 1 | U u 3 2 | V v 1 4 | X x 1 4 | Z z 1 5

[galician-ch-ll] gl 2
A a 14 1 | B b 2 3 | C c 3 2 | CH ch 1 8 | D d 5 1 | E e 12 1 | F f 1 4 | G g 1 4 | H h 1 8
I i 6 1 | L l 2 2 | LL ll 1 8 | M m 3 2 | N n 6 1 | Ñ ñ 1 8 | O o 9 1 | P p 2 2 | Q q 1 4
R r 8 1 | S s 9 1 | T t 4 1 | U u 3 2 | V v 1 4 | X x 1 4 | Z z 1 5

[galician-ch-ll-rr] gl 2
A a 14 1 | B b 2 3 | C c 3 2 | CH ch 1 8 | D d 5 1 | E e 12 1 | F f 1 4 | G g 1 4 | H h 1 8
I i 6 1 | L l 2 2 | LL ll 1 8 | M m 3 2 | N n 6 1 | Ñ ñ 1 8 | O o 9 1 | P p 2 2 | Q q 1 4
R r 7 1 | RR rr 1 8 | S s 9 1 | T t 4 1 | U u 3 2 | V v 1 4 | X x 1 4 | Z z 1 5

[german] de 2
A a 5 1 | Ä ä 1 6 | B b 2 3 | C c 2 4 | D d 4 1 | E e 15 1 | F f 2 4 | G g 3 2 | H h 4 2
I i 6 1 | J j 1 6 | K k 2 4 | L l 3 2 | M m 4 3 | N n 9 1 | O o 3 2 | Ö ö 1 8 | P p 1 4
Q q 1 10 | R r 6 1 | S s 7 1 | T t 6 1 | U u 6 1 | Ü ü 1 6 | V v 1 6 | W w 1 3 | X x 1 8
Y y 1 10 | Z z 1 3

[greek] el 2
Α α 12 1 | Β β 1 8 | Γ γ 2 4 | Δ δ 2 4 | Ε ε 8 1 | Ζ ζ 1 10 | Η η 7 1 | Θ θ 1 10 | Ι ι 8 1
Κ κ 4 2 | Λ λ 3 3 | Μ μ 3 3 | Ν ν 6 1 | Ξ ξ 1 10 | Ο ο 9 1 | Π π 4 2 | Ρ ρ 5 2 | Σ σ 7 1
Τ τ 8 1 | Υ υ 4 2 | Φ φ 1 8 | Χ χ 1 8 | Ψ ψ 1 10 | Ω ω 3 3

[hungarian] hu 2
A a 6 1 | Á á 4 1 | B b 3 2 | C c 1 5 | CS cs 1 7 | D d 3 2 | E e 6 1 | É é 3 3 | F f 2 4
G g 3 2 | GY gy 2 4 | H h 2 3 | I i 3 1 | Í í 1 5 | J j 2 4 | K k 6 1 | L l 4 1 | LY ly 1 8
M m 3 1 | N n 4 1 | NY ny 1 5 | O o 3 1 | Ó ó 3 2 | Ö ö 2 4 | Ő ő 1 7 | P p 2 4 | R r 4 1
S s 3 1 | SZ sz 2 3 | T t 5 1 | TY ty 1 10 | U u 2 4 | Ú ú 1 7 | Ü ü 2 4 | Ű ű 1 7 | V v 2 3
Z z 2 4 | ZS zs 1 8
! ZSZ Z SZ
! CSZ C SZ
! ZSÁG Z S Á G
! ZSÁGY ZS Á GY
! ZSÁGGY ZS Á G GY
! ZSÉG Z S É G
! CSÁG C S Á G
! CSÁGY CS Á GY
! CSÁGGY CS Á G GY
! CSÉG C S É G
! ZSCH Z S C H
! ÁZSOR Á Z S O R
! PÉNZSÓ P É N Z S Ó
! PÉNZSEGÉ P É N Z S E G É
! RAJZSOR R A J Z S O R
! TORZSOKSZ T O R Z S O K SZ
! VÍZSUGA V Í Z S U G A
! VÍZSUGÁ V Í Z S U G Á
! VITÉZSER V I T É Z S E R
! SZÁRAZSÜ SZ Á R A Z S Ü
! SZÁRAZSAM SZ Á R A Z S A M
! NEHÉZSÚLY N E H É Z S Ú LY
! MÉZSÖR M É Z S Ö R
! GÁZSPAR G Á Z S P A R
! ŐZSUT Ő Z S U T
! PÁCSÓ P Á C S Ó
! POLCSOR P O L C S O R
! MALACSÜL M A L A C S Ü L
! SZÖLD S Z Ö L D
! MÖSZÖLD M Ö SZ Ö L D
! SZÖSZÖLD SZ Ö SZ Ö L D
! SZENEKAR S Z E N E K A R
! VÓSZENE V Ó S Z E N E
! LYÁSZENE LY Á S Z E N E
! BLUESZ B L U E S Z
! SZACSKÓ S Z A CS K Ó
! SZUBB S Z U B B
! SZSÁK S ZS Á K
! SZSEML S ZS E M L
! SZSÖML S ZS Ö M L

[icelandic] is 2
A a 10 1 | Á á 2 4 | B b 1 6 | D d 2 4 | Ð ð 5 2 | E e 6 1 | É é 1 6 | F f 3 3 | G g 4 2
H h 2 3 | I i 8 1 | Í í 2 4 | J j 1 5 | K k 3 2 | L l 3 2 | M m 3 2 | N n 8 1 | O o 3 3
Ó ó 1 6 | P p 1 8 | R r 7 1 | S s 6 1 | T t 5 1 | U u 6 1 | Ú ú 1 8 | V v 2 3 | X x 1 10
Y y 1 7 | Ý ý 1 9 | Þ þ 1 4 | Æ æ 1 5 | Ö ö 1 7

[icelandic-new] is 2
A a 11 1 | Á á 2 3 | B b 1 5 | D d 1 5 | Ð ð 4 2 | E e 3 3 | É é 1 7 | F f 3 3 | G g 3 3
H h 1 4 | I i 7 1 | Í í 1 4 | J j 1 6 | K k 4 2 | L l 5 2 | M m 3 2 | N n 7 1 | O o 1 5
Ó ó 2 3 | P p 1 5 | R r 8 1 | S s 7 1 | T t 6 2 | U u 6 2 | Ú ú 1 4 | V v 1 5 | X x 1 10
Y y 1 6 | Ý ý 1 5 | Þ þ 1 7 | Æ æ 2 4 | Ö ö 1 6

[italian] it 2
A a 14 1 | B b 3 5 | C c 6 2 | D d 3 5 | E e 11 1 | F f 3 5 | G g 2 8 | H h 2 8 | I i 12 1
L l 5 3 | M m 5 3 | N n 5 3 | O o 15 1 | P p 3 5 | Q q 1 10 | R r 6 2 | S s 6 2 | T t 6 2
U u 5 3 | V v 3 5 | Z z 2 8

[latvian] lv 2
A a 11 1 | Ā ā 4 2 | B b 1 5 | C c 1 5 | Č č 1 10 | D d 3 3 | E e 6 1 | Ē ē 2 4 | F f 1 10
G g 1 5 | Ģ ģ 1 10 | H h 1 10 | I i 9 1 | Ī ī 2 4 | J j 2 4 | K k 4 2 | Ķ ķ 1 10 | L l 3 2
Ļ ļ 1 8 | M m 4 2 | N n 4 2 | Ņ ņ 1 6 | O o 3 3 | P p 3 2 | R r 5 1 | S s 8 1 | Š š 1 6
T t 6 1 | U u 5 1 | Ū ū 1 6 | V v 3 3 | Z z 2 3 | Ž ž 1 8

[lithuanian] lt 2
A a 9 1 | Ą ą 1 1 | B b 2 2 | C c 1 7 | Č č 1 7 | D d 3 2 | E e 6 1 | Ę ę 1 2 | Ė ė 2 3
F f 1 10 | G g 2 2 | H h 1 10 | I i 11 1 | Į į 1 4 | Y y 1 6 | J j 2 4 | K k 4 2 | L l 6 1
M m 3 2 | N n 4 1 | O o 5 1 | P p 3 2 | R r 9 1 | S s 6 1 | Š š 2 3 | T t 5 1 | U u 5 1
Ų ų 1 3 | Ū ū 1 5 | V v 1 4 | Z z 1 5 | Ž ž 1 4

[norwegian] no 2
A a 7 1 | B b 3 4 | C c 1 10 | D d 5 1 | E e 9 1 | F f 4 2 | G g 4 2 | H h 3 3 | I i 5 1
J j 2 4 | K k 4 2 | L l 5 1 | M m 3 2 | N n 6 1 | O o 4 2 | P p 2 4 | Q q 0 0 | R r 6 1
S s 6 1 | T t 6 1 | U u 3 4 | V v 3 4 | W w 1 8 | X x 0 0 | Y y 1 6 | Z z 0 0 | Æ æ 1 6
Ø ø 2 5 | Å å 2 4 | Ä ä 0 0 | Ö ö 0 0 | Ü ü 0 0

[norwegian-new] no 2
A a 11 1 | B b 3 3 | C c 1 8 | D d 4 2 | E e 12 1 | F f 2 4 | G g 3 2 | H h 3 3 | I i 5 1
J j 2 5 | K k 4 2 | L l 5 1 | M m 2 2 | N n 5 1 | O o 4 2 | P p 2 3 | Q q 0 0 | R r 6 1
S s 4 1 | T t 5 1 | U u 4 3 | V v 3 3 | W w 1 10 | X x 0 0 | Y y 2 3 | Z z 0 0 | Æ æ 1 6
Ø ø 2 4 | Å å 2 3 | Ä ä 0 0 | Ö ö 0 0 | Ü ü 0 0

[polish] pl 2
A a 9 1 | Ą ą 1 5 | B b 2 3 | C c 3 2 | Ć ć 1 6 | D d 3 2 | E e 7 1 | Ę ę 1 5 | F f 1 5
G g 2 3 | H h 2 3 | I i 8 1 | J j 2 3 | K k 3 2 | L l 3 2 | Ł ł 2 3 | M m 3 2 | N n 5 1
Ń ń 1 7 | O o 6 1 | Ó ó 1 5 | P p 3 2 | R r 4 1 | S s 4 1 | Ś ś 1 5 | T t 3 2 | U u 2 3
W w 4 1 | Y y 4 2 | Z z 5 1 | Ź ź 1 9 | Ż ż 1 5

[polish-literaki] pl 2
A a 9 1 | Ą ą 1 5 | B b 2 3 | C c 3 2 | Ć ć 1 5 | D d 3 2 | E e 7 1 | Ę ę 1 5 | F f 1 5
G g 2 3 | H h 2 3 | I i 8 1 | J j 2 3 | K k 3 2 | L l 3 2 | Ł ł 2 3 | M m 3 2 | N n 5 1
Ń ń 1 5 | O o 6 1 | Ó ó 1 5 | P p 3 2 | R r 4 1 | S s 4 1 | Ś ś 1 5 | T t 3 2 | U u 2 3
W w 4 1 | Y y 4 2 | Z z 5 1 | Ź ź 1 5 | Ż ż 1 5

[portuguese] pt 3
A a 14 1 | B b 3 3 | C c 4 2 | Ç ç 2 3 | D d 5 2 | E e 11 1 | F f 2 4 | G g 2 4 | H h 2 4
I i 10 1 | J j 2 5 | L l 5 2 | M m 6 1 | N n 4 3 | O o 10 1 | P p 4 2 | Q q 1 6 | R r 6 1
S s 8 1 | T t 5 1 | U u 7 1 | V v 2 4 | X x 1 8 | Z z 1 8

[romanian] ro 2
A a 11 1 | B b 2 9 | C c 5 1 | D d 4 2 | E e 9 1 | F f 2 8 | G g 2 9 | H h 1 10 | I i 10 1
J j 1 10 | L l 4 1 | M m 3 4 | N n 6 1 | O o 5 1 | P p 4 2 | R r 7 1 | S s 5 1 | T t 7 1
U u 6 1 | V v 2 8 | X x 1 10 | Z z 1 10

[russian] ru 2
А а 8 1 | Б б 2 3 | В в 4 1 | Г г 2 3 | Д д 4 2 | Е е 8 1 | Ё ё 1 3 | Ж ж 1 5 | З з 2 5
И и 5 1 | Й й 1 4 | К к 4 2 | Л л 4 2 | М м 3 2 | Н н 5 1 | О о 10 1 | П п 4 2 | Р р 5 1
С с 5 1 | Т т 5 1 | У у 4 2 | Ф ф 1 10 | Х х 1 5 | Ц ц 1 5 | Ч ч 1 5 | Ш ш 1 8 | Щ щ 1 10
Ъ ъ 1 10 | Ы ы 2 4 | Ь ь 2 3 | Э э 1 8 | Ю ю 1 8 | Я я 2 3

[serbian-cyrillic] sr-Cyrl 2
А а 11 1 | Б б 1 3 | В в 3 2 | Г г 2 3 | Д д 3 3 | Ђ ђ 1 10 | Е е 9 1 | Ж ж 1 4 | З з 2 3
И и 10 1 | Ј ј 4 1 | К к 3 2 | Л л 2 3 | Љ љ 1 4 | М м 3 2 | Н н 6 1 | Њ њ 1 4 | О о 9 1
П п 3 2 | Р р 5 1 | С с 5 1 | Т т 5 1 | Ћ ћ 1 5 | У у 4 1 | Ф ф 1 8 | Х х 1 4 | Ц ц 1 4
Ч ч 1 3 | Џ џ 1 10 | Ш ш 1 4

[serbian-latin] sr-Latn 2
A a 11 1 | B b 1 3 | C c 1 4 | Č č 1 3 | Ć ć 1 5 | D d 3 3 | DŽ dž 1 10 | Đ đ 1 10 | E e 9 1
F f 1 8 | G g 2 3 | H h 1 4 | I i 10 1 | J j 4 1 | K k 3 2 | L l 2 3 | LJ lj 1 4 | M m 3 2
N n 6 1 | NJ nj 1 4 | O o 9 1 | P p 3 2 | R r 5 1 | S s 5 1 | Š š 1 4 | T t 5 1 | U u 4 1
V v 3 2 | Z z 2 3 | Ž ž 1 4
! INJEK I N J E K
! INJUNK I N J U N K
! KONJUG K O N J U G
! KONJUK K O N J U K
! KONJUN K O N J U N
! KONJEKT K O N J E K T
! TANJUG T A N J U G
! VANJED V A N J E D
! VANJEZI V A N J E Z I
! NADŽANJ N A D Ž A NJ
! NADŽEL N A D Ž E L
! NADŽET N A D Ž E T
! NADŽIV N A D Ž I V
! NADŽNJ N A D Ž NJ
! NADŽUP N A D Ž U P
! ODŽIV O D Ž I V
! ODŽAL O D Ž A L
! ODŽALJ O D Ž A LJ
! ODŽVA O D Ž V A
! PODŽANR P O D Ž A N R
! PODŽDR P O D Ž D R
! PODŽUP P O D Ž U P
! PREDŽAL P R E D Ž A L
! PREDŽEL P R E D Ž E L
! PREDŽIV P R E D Ž I V
! PREDŽNJ P R E D Ž NJ

[slovak] sk 2
A a 9 1 | Á á 1 4 | Ä ä 1 10 | B b 2 4 | C c 1 4 | Č č 1 5 | D d 3 2 | Ď ď 1 8 | E e 8 1
É é 1 7 | F f 1 8 | G g 1 8 | H h 1 4 | I i 5 1 | Í í 1 5 | J j 2 3 | K k 3 2 | L l 3 2
Ĺ ĺ 1 10 | Ľ ľ 1 7 | M m 4 2 | N n 5 1 | Ň ň 1 8 | O o 9 1 | Ó ó 1 10 | Ô ô 1 8 | P p 3 2
R r 4 1 | Ŕ ŕ 1 10 | S s 4 1 | Š š 1 5 | T t 4 1 | Ť ť 1 7 | U u 2 3 | Ú ú 1 7 | V v 4 1
X x 1 10 | Y y 1 4 | Ý ý 1 5 | Z z 1 4 | Ž ž 1 5

[slovenian] sl 2
A a 10 1 | B b 2 4 | C c 1 8 | Č č 1 5 | D d 4 2 | E e 11 1 | F f 1 10 | G g 2 4 | H h 1 5
I i 9 1 | J j 4 1 | K k 3 3 | L l 4 1 | M m 2 3 | N n 7 1 | O o 8 1 | P p 2 3 | Q q 0 0
R r 6 1 | S s 6 1 | Š š 1 6 | T t 4 1 | U u 2 3 | V v 4 2 | W w 0 0 | X x 0 0 | Y y 0 0
Z z 2 4 | Ž ž 1 10

[spanish] es 2
A a 12 1 | B b 2 3 | C c 4 3 | CH ch 1 5 | D d 5 2 | E e 12 1 | F f 1 4 | G g 2 2 | H h 2 4
I i 6 1 | J j 1 8 | L l 4 1 | LL ll 1 8 | M m 2 3 | N n 5 1 | Ñ ñ 1 8 | O o 9 1 | P p 2 3
Q q 1 5 | R r 5 1 | RR rr 1 8 | S s 6 1 | T t 4 1 | U u 5 1 | V v 1 4 | X x 1 8 | Y y 1 4
Z z 1 10

[spanish-north-america] es 2
A a 11 1 | B b 3 3 | C c 4 2 | D d 4 2 | E e 11 1 | F f 2 4 | G g 2 2 | H h 2 4 | I i 6 1
J j 2 6 | K k 1 8 | L l 4 1 | LL ll 1 8 | M m 3 3 | N n 5 1 | Ñ ñ 1 8 | O o 8 1 | P p 2 3
Q q 1 8 | R r 4 1 | RR rr 1 8 | S s 7 1 | T t 4 1 | U u 6 1 | V v 2 4 | W w 1 8 | X x 1 8
Y y 1 4 | Z z 1 10

[swedish] sv 2
A a 8 1 | B b 2 4 | C c 1 8 | D d 5 1 | E e 7 1 | F f 2 3 | G g 3 2 | H h 2 2 | I i 5 1
J j 1 7 | K k 3 2 | L l 5 1 | M m 3 2 | N n 6 1 | O o 5 2 | P p 2 4 | Q q 0 0 | R r 8 1
S s 8 1 | T t 8 1 | U u 3 4 | V v 2 3 | W w 0 0 | X x 1 8 | Y y 1 7 | Z z 1 10 | Å å 2 4
Ä ä 2 3 | Ö ö 2 4 | Ü ü 0 0 | Æ æ 0 0

[turkish] tr 2
A a 12 1 | B b 2 3 | C c 2 4 | Ç ç 2 4 | D d 2 3 | E e 8 1 | F f 1 7 | G g 1 5 | Ğ ğ 1 8
H h 1 5 | I ı 4 2 | İ i 7 1 | J j 1 10 | K k 7 1 | L l 7 1 | M m 4 2 | N n 5 1 | O o 3 2
Ö ö 1 7 | P p 1 5 | R r 6 1 | S s 3 2 | Ş ş 2 4 | T t 5 1 | U u 3 2 | Ü ü 2 3 | V v 1 7
Y y 2 3 | Z z 2 4

[ukrainian] uk 2
А а 8 1 | Б б 2 4 | В в 4 1 | Г г 2 4 | Ґ ґ 1 10 | Д д 3 2 | Е е 5 1 | Є є 1 8 | Ж ж 1 6
З з 2 4 | И и 7 1 | І і 5 1 | Ї ї 1 6 | Й й 1 5 | К к 4 2 | Л л 3 2 | М м 4 2 | Н н 7 1
О о 10 1 | П п 3 2 | Р р 5 1 | С с 4 2 | Т т 5 1 | У у 3 3 | Ф ф 1 8 | Х х 1 5 | Ц ц 1 6
Ч ч 1 5 | Ш ш 1 6 | Щ щ 1 8 | Ь ь 1 5 | Ю ю 1 7 | Я я 2 4 | ' ʼ 1 10

[welsh] cy 2
A a 10 1 | B b 2 3 | C c 2 4 | CH ch 1 5 | D d 6 1 | DD dd 4 1 | E e 8 1 | F f 3 2 | FF ff 2 4
G g 3 2 | H h 2 4 | I i 7 1 | J j 1 8 | L l 3 2 | LL ll 1 5 | M m 2 3 | N n 8 1 | NG ng 1 10
O o 6 1 | P p 1 5 | R r 7 1 | RH rh 1 10 | S s 3 3 | T t 2 3 | TH th 2 4 | U u 3 2 | W w 5 1
Y y 7 1
"""


@dataclass(frozen=True, slots=True)
class TileSet:
    """What an edition has in its bag.

    Attributes
    ----------
    name : str
        What its alphabet is called.
    language : str
        BCP 47.
    tiles : tuple of Tile
        In alphabetical order.
    blanks : int
    exceptions : tuple of (str, tuple of str)
        As `rules.alphabet.Alphabet` has them.
    """

    name: str
    language: str
    tiles: tuple[Tile, ...]
    blanks: int
    exceptions: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def tile_sets() -> dict[str, TileSet]:
    """Return every set by its name, English first."""
    return {found.name: found for found in map(_read, _SETS.strip().split("\n\n"))}


def _read(block: str) -> TileSet:
    head, *lines = block.splitlines()
    name, language, blanks = head.replace("[", "").replace("]", "").split()
    tiles = []
    exceptions = []
    for line in lines:
        if line.startswith("!"):
            fragment, *parts = line[1:].split()
            exceptions.append((fragment, tuple(parts)))
            continue
        for cell in line.split("|"):
            text, blank_text, count, points = cell.split()
            tiles.append(Tile(text, blank_text, int(points), int(count)))
    return TileSet(name, language, tuple(tiles), int(blanks), tuple(exceptions))
