"""How the page of a report looks in light and in dark, and the few lines that sort its tables."""

from __future__ import annotations

STYLE = (
    """
:root { color-scheme: light dark; --ground: #fbfaf7; --sheet: #ffffff; --ink: #22262b; --quiet: #6a7078;
 --rule: #dfdcd4;
 --blue: #2f6db3; --soft: #cfe0f2; --good: #1f8a5b; --bad: #c2452f; --warm: #fdf3dc; --edge: #d8a93a;
 --s0: #2f6db3; --s1: #e08a2c; --s2: #3a9a78; --s3: #b0508f; --s4: #7a6bc7; --s5: #9b7a3f; --s6: #55a3b8;
 --s7: #8a8f98; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --sheet: #1d2126; --ink: #e7e5e0; --quiet: #9aa1aa;
 --rule: #353b43; --blue: #7fb2ec; --soft: #28405c; --good: #5fcf9d; --bad: #f08a75; --warm: #2f2a1c; --edge: #b98d2c;
 --s0: #7fb2ec; --s1: #f0aa5e; --s2: #6ccfa9; --s3: #dd8fc4; --s4: #ab9ff0; --s5: #cfae74; --s6: #86cfe2;
 --s7: #a9aeb6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 2.2rem 1.2rem 5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .3rem; } h2 { font-size: 1.3rem; margin: 0 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
p { margin: .5rem 0; } .quiet { color: var(--quiet); } a { color: var(--blue); }
section { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; padding: 1.2rem 1.4rem;
 margin: 1.2rem 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .8rem; margin: 1.4rem 0; }
.tile { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; padding: .8rem 1rem; }
.tile b { display: block; font-size: 1.55rem; line-height: 1.2; } .tile span { color: var(--quiet);
 font-size: .86rem; }
ul.says { padding-left: 1.1rem; margin: .4rem 0; } ul.says li { margin: .35rem 0; }
.small { background: var(--warm); border-left: 4px solid var(--edge); border-radius: 6px; padding: .5rem .9rem;
 margin: .9rem 0; }
.small ul { margin: .2rem 0; padding-left: 1.1rem; } .small strong { font-size: .9rem; }
svg { width: 100%; height: auto; display: block; margin: .6rem 0; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .axis, svg .said { fill: var(--quiet); font-size: 12px; }
.grid { stroke: var(--rule); } .mark { stroke: var(--edge); stroke-width: 2; stroke-dasharray: 5 4; }
.bar { stroke: var(--blue); stroke-width: 4; stroke-linecap: round; opacity: .45; } .dot { fill: var(--blue); }
.bar.up { stroke: var(--good); } .dot.up { fill: var(--good); } .bar.down { stroke: var(--bad); }
 .dot.down { fill: var(--bad); }
.bar.open { stroke: var(--s7); } .dot.open { fill: var(--s7); }
.ground { fill: var(--soft); opacity: .5; } .fill { fill: var(--blue); }
.band { stroke: none; opacity: .18; } .path { fill: none !important; stroke-width: 2.5; }
"""
    + "".join(
        f".s{k} {{ fill: var(--s{k}); background: var(--s{k}); }} .path.s{k} {{ stroke: var(--s{k}); }}\n"
        for k in range(8)
    )
    + """
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .88rem; }
.legend i { display: inline-block; width: .8em; height: .8em; border-radius: 3px; margin-right: .4em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .32rem .6rem; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--quiet); font-weight: 600; cursor: pointer; } td.n, th.n { text-align: right; }
td.up { color: var(--good); font-weight: 600; } td.down { color: var(--bad); font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: .92rem; } details summary { cursor: pointer; }
"""
)

SORTING = """
for (const head of document.querySelectorAll('th')) head.addEventListener('click', () => {
  const body = head.closest('table').tBodies[0], at = head.cellIndex, turn = -(head.dataset.turn || 1);
  head.dataset.turn = turn;
  const of = row => { const cell = row.cells[at], n = parseFloat(cell.dataset.n);
 return isNaN(n) ? cell.textContent : n; };
  [...body.rows].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0) * turn).forEach(row => body.append(row));
});
"""
