/**
 * The style of an overlay. `--u` is the unit of all sizes: it follows the smaller side of the source, so that the text of 400 × 100 fits and
 * the text of 1920 × 1080 is read from across a room. Everything lies on a panel, because the video behind may have any color. The figures
 * that find no place in their line wrap into the next one, which is not seen, so that none is cut.
 */
export const overlayStyle = `
:root { --u: min(min(4vw, 15vh, 14px + 1.4vw) * var(--k, 1), 16.5vh); --panel: #1f101ee8; --ink: #fff; --dim: #e6d9e2; --well: #ffffff3d; --fill: #f3bb45; --strong: #ffd173; color-scheme: light }
:root[data-theme="light"] { --panel: #fffdf8f2; --ink: #22121f; --dim: #52404e; --well: #22121f2e; --fill: #d18f00; --strong: #855500 }
:root[data-theme="brand"] { --panel: #eead22f5; --ink: #251304; --dim: #3d2509; --well: #25130438; --fill: #251304; --strong: #251304 }
* { box-sizing: border-box; margin: 0; padding: 0 }
[hidden] { display: none !important }
html, body { height: 100%; overflow: hidden; background: transparent }
body { font: 600 var(--u)/1.25 Figtree, "Segoe UI", "Noto Sans", "Noto Sans Arabic", system-ui, sans-serif; color: var(--ink); padding: calc(var(--u) * .4) }
#board { height: 100%; display: flex; flex-wrap: wrap; align-content: flex-end; align-items: flex-end; gap: calc(var(--u) * .5); transition: opacity .2s }
#goal, #backers, #alert { background: var(--panel); border-radius: calc(var(--u) * .5); padding: calc(var(--u) * .4) calc(var(--u) * .7); box-shadow: 0 0 0 1px #0003, 0 .1em .5em #0009; min-width: 0 }
#goal { flex: 3 1 16em; max-width: 44em; display: grid; gap: calc(var(--u) * .25) }
#goal.only { flex: none }
#head, #sum, li { display: flex; align-items: baseline; gap: .5em; min-width: 0 }
#title, #text, #latest, bdi { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate }
#title, #text, bdi { text-align: left }
:root[dir="rtl"] :is(#title, #text, bdi) { text-align: right }
#of:not([hidden]) + #fans::before { content: "· " }
#left, #fans, #of { color: var(--dim); white-space: nowrap }
#left { margin-inline-start: auto; font-variant-numeric: tabular-nums }
#meter { height: .95em; border-radius: 1em; background: var(--well); overflow: hidden }
#fill { display: block; height: 100%; inline-size: 0; border-radius: 1em; background: var(--fill); transition: inline-size .8s }
#sum { font-variant-numeric: tabular-nums }
#figures { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; gap: 0 .5em; align-items: baseline; height: 1.68em; overflow: hidden }
#pledged, #percent, #amount { font: 750 1.4em/1.2 Display, Figtree, "Segoe UI", "Noto Sans Arabic", system-ui, sans-serif; white-space: nowrap }
#backers { flex: 2 1 12em; max-width: 26em; max-height: 100%; display: flex; flex-direction: column }
#latest { flex: none; font-size: .85em; color: var(--dim) }
ul { display: flex; flex-flow: column wrap; min-height: 0; overflow: hidden; list-style: none }
li { width: 100%; line-height: 1.4 }
li b { color: var(--strong); font-weight: 750; white-space: nowrap }
#alert { position: fixed; inset-block-start: calc(var(--u) * .4); inset-inline: 0; width: fit-content; max-width: calc(100vw - var(--u) * .8); margin-inline: auto; display: grid; grid-template: "label label" "text amount" / minmax(0, auto) auto; gap: 0 .6em; align-items: baseline; font-size: 1.3em; border-inline-start: .3em solid var(--fill) }
#label { grid-area: label; font-size: .65em; color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext }
#text { grid-area: text; font-size: 1.3em; font-weight: 750 }
#amount { grid-area: amount; color: var(--strong) }
@media (max-height: 260px) {
  #alert { top: 50%; transform: translateY(-50%) }
  .busy #board { opacity: 0 }
  #board { flex-wrap: nowrap }
}
@media (max-height: 260px) and (max-aspect-ratio: 599/100) { #goal:not([hidden], .only) ~ #backers { display: none } }
@media (max-aspect-ratio: 1) and (min-height: 261px) { #goal, #backers { flex-basis: 100%; max-width: none } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
`;
