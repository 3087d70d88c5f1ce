"""Style sheets of pages: for print, and for screens of any width, light or dark."""

from __future__ import annotations

FONT = '"Source Sans 3", "Noto Sans", "Liberation Sans", Arial, "DejaVu Sans", sans-serif'

COMMON = f"""\
* {{ box-sizing: border-box; }}
body {{ font-family: {FONT}; line-height: 1.3; }}
h1, h2, h3, p {{ margin: 0; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: baseline; unicode-bidi: isolate; }}
thead th {{ vertical-align: bottom; }}
.n {{ text-align: right; font-variant-numeric: tabular-nums lining-nums; white-space: nowrap; }}
tbody th {{ font-weight: normal; }}
.event {{ letter-spacing: .02em; }}
p.note {{ max-width: 46rem; }}
.seal {{ margin-top: .6rem; font-size: .6rem; overflow-wrap: anywhere; }}
"""

SCREEN = """\
@media screen {
  :root { color-scheme: light dark; --paper: #fff; --ink: #111; --line: #ccc; --soft: #f5f5f5;
    --link: #0b57b5; --quiet: #555; }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #121212; --ink: #eee; --line: #444; --soft: #1e1e1e; --link: #8ab8ff;
      --quiet: #bbb; }
  }
  html, body { background: var(--paper); color: var(--ink); }
  body { margin: 0 auto; max-width: 70rem; padding: 1rem; font-size: 1rem; line-height: 1.45; }
  a { color: var(--link); }
  h1 { font-size: 1.6rem; line-height: 1.2; }
  h2 { font-size: 1.2rem; margin: 1.5rem 0 .4rem; }
  h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
  header { margin-bottom: 1rem; }
  .where, p.note { color: var(--quiet); }
  p.note { margin-top: .6rem; font-size: .9rem; }
  .scroll { overflow-x: auto; }
  th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
  .c-why { min-width: 24rem; }
  .c-reason { min-width: 15rem; }
  tbody tr:nth-child(even) { background: var(--soft); }
  .card, .slip, .tent { margin: 1rem 0; }
  .slip, .face { border: 1px dashed var(--line); padding: 1rem; }
  .face + .face { display: none; }
}
"""

PRINT = """\
@media print {
  body { margin: 0; color: #000; background: #fff; font-size: 9pt; }
  a { color: inherit; text-decoration: none; }
  header { margin-bottom: 4mm; border-bottom: 1.2pt solid #000; padding-bottom: 2mm; }
  .event { font-size: 10.5pt; }
  h1 { font-size: 17pt; line-height: 1.15; }
  h2 { font-size: 11pt; margin: 4mm 0 1mm; break-after: avoid; }
  .where { font-size: 10pt; }
  thead { display: table-header-group; }
  thead th { font-size: 7.5pt; padding: 0 1.4mm .6mm; border-bottom: .8pt solid #000; }
  tbody th, tbody td { padding: .3mm 1.4mm; border-bottom: .3pt solid #bbb; line-height: 1.2; }
  tbody tr:nth-child(even) > * { background: #f1f1f1; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }
  tr, .card, .slip, .tent, p.note { break-inside: avoid; }
  p.note { font-size: 8pt; color: #333; margin-top: 1.5mm; }
  .small { font-size: 8pt; }
  .small tbody th, .small tbody td { padding: .3mm .9mm; }
  .small thead th { font-size: 7pt; padding: 0 .9mm .6mm; }
}
@media (min-width: 40rem) { .two-columns .scroll { columns: 2; column-gap: 6mm; } }
"""

WALL = """\
@media print {
  body { font-size: 11pt; }
  thead th { font-size: 8pt; }
  tbody th, tbody td { padding: .95mm 1.6mm; }
  .small { font-size: 9pt; }
  .small tbody th, .small tbody td { padding: .75mm .9mm; }
}
"""

PAIRINGS = """\
.pairings tbody th, .results tbody th, .c-table { font-weight: bold; }
.c-result { text-align: center; white-space: nowrap; }
@media screen {
  .c-white, .c-black, .c-name, .pairings-by-name .c-opponent { min-width: 6.5rem; }
}
@media screen and (max-width: 40rem) { .spare { display: none; } }
@media print {
  .c-white, .c-black, .c-name, .pairings-by-name .c-opponent { overflow-wrap: anywhere; }
  .c-white, .c-black { width: 34%; }
  .pairings .c-result { border-left: .3pt solid #999; border-right: .3pt solid #999; }
  .c-result { width: 15mm; min-width: 15mm; }
  .c-white_number, .c-black_number, .c-white_rating, .c-black_rating, .c-opponent_number,
  .c-white_title, .c-black_title, .c-title, .c-opponent_title { font-size: 80%; color: #333; }
  .c-white_number, .c-black_number { padding-right: 0; }
  .c-white_rating, .c-black_rating { padding-left: 0; }
  .pairings-by-name tbody th { font-weight: bold; }
}
"""

CROSSTABLE = """\
td[class*="c-score_"] { color: #555; text-align: left; padding-left: 0; }
td[class*="c-round_"] { white-space: nowrap; }
.c-points { font-weight: bold; }
@media screen and (prefers-color-scheme: dark) { td[class*="c-score_"] { color: #aaa; } }
"""

CARDS = """\
.card .coded { display: flex; gap: 1rem; align-items: flex-start; }
.card .coded > :first-child { flex: 1; min-width: 0; }
.card .code { text-align: center; width: 9rem; }
.card .code svg { display: block; width: 100%; height: auto; }
@media print {
  .card { border: .6pt solid #000; padding: 3mm 4mm; margin-bottom: 5mm; }
  .card h2 { margin: 0 0 1.5mm; font-size: 12pt; }
  .card tbody td, .card tbody th { padding: .6mm 1.5mm; }
  .card p.note { font-weight: bold; color: #000; font-size: 9pt; }
  .new-page { break-before: page; }
}
"""

SLIPS = """\
.slip .row { display: table; table-layout: fixed; width: 100%; }
.slip .row > * { display: table-cell; vertical-align: top; }
.slip h2 { margin: 0; text-align: right; width: 40%; }
.side-name { font-weight: bold; overflow-wrap: anywhere; }
.box { display: inline-block; width: 1.1em; height: 1.1em; border: 1pt solid; margin-right: .4em;
  vertical-align: -.2em; }
.sign { border-top: .5pt solid; padding-top: .5mm; }
.slip .between { width: 6%; border: none; }
.slip .code { text-align: center; width: 9rem; }
.slip .code svg { display: block; width: 100%; height: auto; }
@media screen {
  .slip .row { margin-top: 1.2rem; }
  .slip .code { padding-left: 1rem; }
  .reasons svg { max-width: 100%; height: auto; margin-top: .5rem; background: #fff; }
}
@media screen and (max-width: 40rem) {
  .why .row.reasons, .why .row.reasons > * { display: block; }
  .why .reasons > .between { width: auto; margin: 1rem 0; border-top: 1px solid var(--line); }
}
@media print {
  .sheet { break-after: page; }
  .sheet:last-child { break-after: auto; }
  .slip { height: 99mm; padding: 9mm 15mm 0; border-bottom: .6pt dashed #777; overflow: hidden; }
  .slip:last-child { height: 98.5mm; }
  .slip:nth-child(3) { border-bottom: none; }
  .two .slip { height: 148.5mm; padding-top: 16mm; }
  .two .slip:nth-child(2) { border-bottom: none; height: 148mm; }
  .slip h2 { font-size: 22pt; line-height: 1; }
  .slip .event { font-size: 10.5pt; }
  .sides { margin-top: 7mm; }
  .side-colour { font-size: 9pt; color: #333; }
  .side-name { font-size: 16pt; line-height: 1.15; height: 13.5mm; overflow: hidden; }
  .side-facts { font-size: 9.5pt; color: #333; }
  .choices { margin-top: 6mm; font-size: 17pt; text-align: center; }
  .signs { margin-top: 19mm; font-size: 8pt; color: #333; }
  .two .sides, .two .choices { margin-top: 13mm; }
  .why .side-name { font-size: 13pt; height: auto; }
  .two .why { padding: 10mm 15mm 6mm; }
  .two .why .sides, .reasons { margin-top: 4mm; }
  .why, .why .reasons > * { display: flex; flex-direction: column; min-height: 0; }
  .why .reasons { display: flex; flex: 1; min-height: 0; font-size: 9.5pt; line-height: 1.25; }
  .why .reasons > * { flex: 1; min-width: 0; }
  .why .reasons > .between { flex: 0 0 6%; }
  .crowded .reasons { font-size: 8pt; line-height: 1.2; }
  .reasons p { margin: 0 0 2mm; }
  .reasons .article { font-size: 7.5pt; color: #333; }
  .reasons svg { width: 78mm; max-width: 100%; height: auto; max-height: 42mm; min-height: 0;
    margin: 1.5mm 0; }
  .two .signs { margin-top: 26mm; }
  .slip .code { width: 36mm; padding: 4mm 0 0 6mm; }
  .slip .code p { margin: 0; font-size: 7.5pt; }
  .two .slip .code { padding-top: 11mm; }
}
"""

NAME_CARDS = """\
.face { text-align: center; }
.face .big { font-weight: bold; line-height: 1.05; overflow-wrap: anywhere; }
@media screen { .face .big { font-size: 2rem; } }
@media print {
  .tent { height: 148.5mm; border-bottom: .6pt dashed #777; }
  .tent:nth-child(even) { border-bottom: none; height: 148mm; break-after: page; }
  .tent:last-child { break-after: auto; }
  .face { height: 74mm; padding: 17mm 14mm 0; overflow: hidden; }
  .face:first-child { transform: rotate(180deg); }
  .face + .face { border-top: .3pt solid #ccc; }
  .face .big { font-size: 40pt; }
  .face .longer { font-size: 29pt; }
  .face .longest { font-size: 20pt; }
  .face .facts { font-size: 16pt; margin-top: 5mm; }
}
"""

FORMS = """\
.form h3 { margin: 1rem 0 .3rem; }
.form .boxes thead, .form .lines thead { display: none; }
.form .lines tbody th { width: 42%; }
.form .boxes td, .form .lines td { user-select: all; overflow-wrap: anywhere; font-weight: bold; }
.form .boxes tbody > tr > *, .form .lines tbody > tr > * { border: 1px solid #999; }
.form .boxes tbody > tr, .form .lines tbody > tr { background: none; }
@media print, (min-width: 48rem) {
  .form .boxes tbody { display: grid; grid-template-columns: 1fr 1fr; }
  .form .boxes tr { display: grid; grid-template-columns: 42% 58%; }
}
.signatures { display: flex; gap: 6%; margin-top: 3rem; }
.signatures .sign { flex: 1; border-top: 1px solid; padding-top: .2rem; font-size: .85rem; }
@media print {
  .form h2 { margin-top: 0; font-size: 13pt; }
  .form h3 { margin: 2.5mm 0 1mm; font-size: 9.5pt; break-after: avoid; }
  .form .boxes tbody > tr > *, .form .lines tbody > tr > * { border: .4pt solid #777;
    padding: .4mm 1.4mm; background: none; }
  .form .boxes th, .form .lines th { color: #333; }
  .signatures { margin-top: 14mm; break-inside: avoid; }
  .signatures .sign { border-top: .5pt solid #000; font-size: 8pt; }
  .new-page { break-before: page; }
}
"""

PAGE = """\
@page {{ size: A4{landscape}; margin: 13mm 12mm 15mm;
  @top-left {{ content: {top}; font: 8pt {font}; color: #444; }}
  @bottom-left {{ content: {left}; font: 8pt {font}; color: #444; }}
  @bottom-right {{ content: {right}; font: 8pt {font}; color: #444; }} }}
@page :first {{ @top-left {{ content: none; }} }}
"""

CUT_OUT = "@page { size: A4; margin: 0; }\n"

SITE = """\
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: .2rem .9rem; }
nav a { display: inline-block; padding: .25rem 0; }
nav a[aria-current] { font-weight: bold; text-decoration: none; color: inherit; }
nav.site { border-bottom: 1px solid var(--line); padding-bottom: .5rem; margin-bottom: 1rem; }
nav.page { margin: .5rem 0; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.explanation p { margin: .3rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.board { scroll-margin-top: 1rem; }
.board:target { outline: 2px solid var(--link); outline-offset: .4rem; }
@media print { nav, .skip { display: none; } }
@media (max-width: 30rem) {
  body { padding: .6rem; }
  th, td { padding: .25rem .35rem; }
  h1 { font-size: 1.3rem; }
}
"""
