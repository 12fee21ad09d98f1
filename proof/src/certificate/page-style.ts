/** Style of the page: the paper of the PDF in the middle of the window, which turns dark around it. */
export const style = `
:root{color-scheme:light dark;--ink:#1d232b;--pale:#555b64;--line:#d8d4c9;--ground:#e9e6de;--accent:#8a4b16;--warn:#fbf3e7}
@media (prefers-color-scheme:dark){:root{--ink:#f2efec;--pale:#b3aca5;--line:#3d3833;--ground:#0e1114;--accent:#e0a066;--warn:#2b2118}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:50rem;margin:0 auto;padding:1.5rem 1rem 3rem;display:grid;gap:1.5rem}
.check{padding:0 .25rem}
.check h2{font-size:1.1rem;margin:0 0 .8rem}
.sheet{color-scheme:light;--ink:#1d232b;--pale:#555b64;--line:#d8d4c9;--accent:#8a4b16;background:#fff;color:var(--ink);padding:clamp(1.25rem,5vw,3.5rem);box-shadow:0 1px 3px rgb(0 0 0/.12)}
.top{display:flex;justify-content:space-between;align-items:flex-start;min-height:3rem}
.maker{font-weight:600;font-size:.85rem;margin:0 0 0 auto}
.logo{display:block;max-width:14rem;max-height:3.75rem;width:auto;height:auto}
.mid{text-align:center;margin-top:1rem}
.seal{display:block;width:min(14rem,60vw);margin:0 auto 1.5rem}
.kind{font-size:.85rem;color:var(--pale);margin:0}
h1{font-size:clamp(1.4rem,5vw,2rem);line-height:1.2;letter-spacing:-.02em;margin:.25rem 0 1rem;overflow-wrap:anywhere}
.headline{font-size:1.15rem;line-height:1.4;max-width:32rem;margin:0 auto .6rem;text-wrap:balance}
.pale{color:var(--pale);font-size:.82rem;margin:.2rem 0}
.warning{background:#fbf3e7;border-left:3px solid var(--accent);padding:.7rem 1rem;margin:1rem 0 0;font-size:.92rem}
dl{margin:2rem 0 1.2rem;border-top:1px solid var(--ink)}
dl>div{display:grid;grid-template-columns:11rem 1fr;gap:.1rem 1rem;padding:.45rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--pale);font-size:.85rem}
dd{margin:0;overflow-wrap:anywhere;font-size:.92rem}
dd.exact{font:.7rem/1.8 ui-monospace,"DejaVu Sans Mono",monospace}
.low{display:flex;flex-wrap:wrap;gap:1.5rem;justify-content:space-between;align-items:flex-end;margin-top:2rem}
.scan{display:flex;gap:1rem;align-items:center;color:inherit;text-decoration:none;font-size:.82rem;overflow-wrap:anywhere;max-width:24rem}
.scan svg{width:6rem;height:6rem;flex:none}
.scan b{display:block;font-weight:600}
.sign{flex:1 1 14rem;max-width:20rem;border-top:1px solid var(--ink);padding-top:.3rem;display:flex;justify-content:space-between;gap:1rem;font-size:.78rem;color:var(--pale)}
h2{font-size:1.6rem;letter-spacing:-.02em;margin:0}
h3{font-size:1rem;margin:2rem 0 -1.2rem}
.intro{font-size:1.1rem;line-height:1.4;max-width:34rem;margin:1rem 0 1.5rem}
ol{padding-left:1.6rem;margin:0;max-width:38rem}
li{margin:.8rem 0;padding-left:.4rem;overflow-wrap:anywhere}
li::marker{font-weight:600;color:var(--accent)}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.button{display:inline-block;border:1px solid var(--accent);border-radius:.4rem;padding:.45rem .9rem;text-decoration:none;font-weight:600}
@media (max-width:34rem){dl>div{grid-template-columns:1fr}}
@page{size:A4;margin:14mm}
@media print{body{background:none;font-size:10pt}main{display:block;padding:0}.sheet{box-shadow:none;padding:0;break-after:page}.check,.button{display:none}}
`
