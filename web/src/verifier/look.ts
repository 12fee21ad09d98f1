/** Style of the verifier, inside its shadow root: it neither changes a certificate's page nor is changed by it. */
export const look = `
:host{--ink:#20262e;--soft:#585e66;--line:#d3ccbb;--ground:#fffefb;--wash:#faf6ee;--accent:#8a4b14;--wood-wash:#f7ead9;--moss:#2b6439;--moss-wash:#e4f0e2;--amber:#7d5200;--amber-wash:#fbf0cf;--seal:#a02828;--seal-wash:#fae6e1;display:block;color:var(--ink);font:16px/1.55 Inter,system-ui,sans-serif}
@media (prefers-color-scheme:dark){:host{--ink:#ece9e2;--soft:#a5a9b0;--line:#3a414b;--ground:#1b1f25;--wash:#20252b;--accent:#e3a869;--wood-wash:#33281b;--moss:#86cc95;--moss-wash:#1c2e21;--amber:#e8c062;--amber-wash:#332a12;--seal:#f29488;--seal-wash:#3a201d}}
*{box-sizing:border-box}
p{margin:.4rem 0}
h1{font-size:1.9rem;line-height:1.2;margin:.2rem 0 .8rem}
h2{font-size:1.25rem;line-height:1.35;margin:0 0 .5rem;overflow-wrap:anywhere}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
.soft{color:var(--soft);font-size:.92rem}
.top{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.maker{color:var(--accent);font-weight:600;letter-spacing:.14em;font-size:.75rem;text-transform:uppercase;margin:0}
.zone{border:2px dashed var(--line);border-radius:.9rem;background:var(--wash);padding:1.8rem 1.2rem;text-align:center;margin:1rem 0}
.zone.over{border-color:var(--accent)}
.zone strong{display:block;font-size:1.05rem}
button,.file{font:inherit;font-weight:600;color:var(--ground);background:var(--accent);border:1px solid var(--accent);border-radius:.5rem;padding:.55rem 1.1rem;min-height:2.75rem;cursor:pointer}
button.plain{background:none;color:var(--accent)}
.zone button{margin-top:.9rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.given{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin:.8rem 0}
.given li{border:1px solid var(--line);border-radius:1rem;padding:.15rem .8rem;font-size:.9rem;overflow-wrap:anywhere}
.verdict{border:1px solid;border-radius:.9rem;padding:1.3rem 1.4rem;margin:1rem 0;color:var(--ink);outline:none}
.confirmed{background:var(--moss-wash);border-color:var(--moss)}
.stated{background:var(--wood-wash);border-color:var(--accent)}
.consistent{background:var(--amber-wash);border-color:var(--amber)}
.refused{background:var(--seal-wash);border-color:var(--seal)}
.mark{display:flex;gap:.9rem;align-items:flex-start}
.mark svg{flex:none;width:2rem;height:2rem;margin-top:.1rem}
.confirmed svg{color:var(--moss)}.stated svg{color:var(--accent)}.consistent svg{color:var(--amber)}.refused svg{color:var(--seal)}
.hash{display:block;font:.95rem/1.9 ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;background:var(--ground);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .8rem;margin:.6rem 0;user-select:all}
label{display:block;font-weight:600;margin-top:.9rem}
.row{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.3rem}
input[type=text]{flex:1 1 16rem;min-width:0;font:.95rem ui-monospace,"DejaVu Sans Mono",monospace;color:var(--ink);background:var(--ground);border:1px solid var(--soft);border-radius:.5rem;padding:.55rem .7rem;min-height:2.75rem}
.wrong{color:var(--seal);font-weight:600}
ul.notes{padding-left:1.2rem;margin:.4rem 0}
ul.notes li{margin:.3rem 0;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:11rem 1fr;gap:.4rem 1rem;margin:.6rem 0}
dt{color:var(--soft);font-size:.92rem}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
dd.exact{font:.76rem/1.8 ui-monospace,"DejaVu Sans Mono",monospace}
[hidden]{display:none}
progress{width:100%;accent-color:var(--accent)}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:.1rem}dd{margin-bottom:.6rem}.verdict{padding:1.1rem 1rem}.hash{padding:.5rem .6rem}}
@media print{.zone,button,.row,label{display:none}}
`
