/** The stylesheet of the hosted page: the product's colors and fonts, in both themes, without other files than the fonts. */
export const checkoutStyle = `
@font-face { font-family: Figtree; font-weight: 300 900; font-display: swap; src: url(/sandbox/fonts/text.woff2) format('woff2') }
@font-face { font-family: 'Bricolage Grotesque'; font-weight: 200 800; font-display: swap; src: url(/sandbox/fonts/display.woff2) format('woff2') }
:root {
  color-scheme: light dark;
  --paper: oklch(0.982 0.013 85); --surface: oklch(1 0.004 85); --sunken: oklch(0.955 0.018 82); --line: oklch(0.905 0.018 80);
  --edge: oklch(0.64 0.03 330); --ink: oklch(0.25 0.045 330); --muted: oklch(0.47 0.035 330);
  --brass: oklch(0.79 0.155 80); --brass-deep: oklch(0.52 0.12 66); --on-brass: oklch(0.23 0.05 60); --teal: oklch(0.47 0.09 186);
  --danger: oklch(0.52 0.2 27); --danger-soft: oklch(0.955 0.03 27);
  --lift: 0 1px 0 oklch(0.9 0.02 80), 0 24px 48px -32px oklch(0.35 0.08 330 / .38);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(0.185 0.032 325); --surface: oklch(0.228 0.038 325); --sunken: oklch(0.165 0.03 325); --line: oklch(0.325 0.042 325);
    --edge: oklch(0.53 0.04 330); --ink: oklch(0.955 0.014 80); --muted: oklch(0.765 0.028 335);
    --brass: oklch(0.83 0.15 84); --brass-deep: oklch(0.83 0.15 84); --teal: oklch(0.78 0.11 184);
    --danger: oklch(0.78 0.14 27); --danger-soft: oklch(0.27 0.07 20);
    --lift: 0 0 0 1px var(--line), 0 24px 40px -24px oklch(0 0 0 / .7);
  }
}
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; background: var(--paper); color: var(--ink); font: 16px/1.5 Figtree, "Avenir Next", "Segoe UI", system-ui, sans-serif; -webkit-font-smoothing: antialiased }
h1, h2, .amount, .brand { font-family: "Bricolage Grotesque", "Avenir Next", "Segoe UI", system-ui, sans-serif; letter-spacing: -.02em; line-height: 1.1; font-weight: 750 }
.test { background: var(--brass); color: oklch(0.23 0.05 60); text-align: center; padding: 9px 16px; font-weight: 650; font-size: 14.5px }
main { max-width: 940px; margin: 0 auto; padding: 40px 20px 64px }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 800; font-size: 20px; letter-spacing: -.02em; margin-bottom: 22px }
.brand svg { width: 30px; height: 30px; color: var(--brass) }
.sheet { display: grid; grid-template-columns: 1fr 1.12fr; background: var(--surface); border-radius: 22px; box-shadow: var(--lift); overflow: hidden }
.about { background: var(--sunken); padding: 34px 32px; display: flex; flex-direction: column; gap: 12px }
.about h1 { font-size: 19px; font-weight: 700 }
.amount { font-size: 46px; font-variant-numeric: tabular-nums }
.about p { color: var(--muted) }
.about .amount { color: var(--ink) }
.about .purpose { color: var(--ink); font-weight: 600; overflow-wrap: anywhere }
.about hr { border: 0; border-top: 1px solid var(--line); margin: 8px 0 }
.fine { font-size: 14px }
.enter { padding: 34px 32px }
h2 { font-size: 21px; margin-bottom: 18px }
form { display: grid; gap: 16px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px }
label { display: block; font-weight: 600; font-size: 14.5px; margin-bottom: 6px }
input { width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--edge); border-radius: 12px; background: var(--paper); color: var(--ink); font: inherit; font-size: 17px; font-variant-numeric: tabular-nums; letter-spacing: .02em }
input::placeholder { color: var(--muted); opacity: .75 }
input[aria-invalid=true] { border-color: var(--danger); box-shadow: 0 0 0 1px var(--danger) }
:focus-visible { outline: 3px solid var(--brass-deep); outline-offset: 2px }
.fault { color: var(--danger); font-size: 14px; margin-top: 6px; font-weight: 550 }
.alert { background: var(--danger-soft); color: var(--danger); border-radius: 12px; padding: 12px 14px; margin-bottom: 18px; font-weight: 600 }
button, .button { display: inline-flex; justify-content: center; align-items: center; min-height: 50px; width: 100%; border: 0; border-radius: 12px; padding: 0 18px; font: inherit; font-weight: 700; background: var(--brass); color: var(--on-brass); box-shadow: inset 0 -2px 0 oklch(0.62 0.13 70 / .55); cursor: pointer; text-decoration: none }
button:hover { filter: brightness(1.04) }
.quiet { background: transparent; color: var(--ink); box-shadow: inset 0 0 0 1px var(--edge) }
.cancel { display: flex; justify-content: center; align-items: center; min-height: 44px; margin-top: 10px; color: var(--muted); font-weight: 600; text-underline-offset: 3px }
.tests { margin-top: 26px; border-top: 1px solid var(--line); padding-top: 18px }
.tests h3 { font-size: 14.5px; margin-bottom: 8px }
.tests table { border-collapse: collapse; width: 100%; font-size: 14px }
.tests td { padding: 6px 0; vertical-align: top; color: var(--muted) }
.tests td:first-child { white-space: nowrap; padding-inline-end: 16px; color: var(--ink); font-variant-numeric: tabular-nums; font-weight: 600 }
.tests p { font-size: 14px; color: var(--muted); margin-top: 8px }
main:has(.single) { max-width: 560px }
.single { background: var(--surface); border-radius: 22px; box-shadow: var(--lift); padding: 34px 32px }
.single p { color: var(--muted); margin: 12px 0 22px }
@media (max-width: 760px) { main { padding: 24px 16px 48px } .sheet { grid-template-columns: 1fr } .about, .enter, .single { padding: 24px 20px } .amount { font-size: 38px } }
@media (max-width: 430px) { .tests td { display: block; padding: 0 } .tests td:first-child { padding: 8px 0 0 } }
`;
