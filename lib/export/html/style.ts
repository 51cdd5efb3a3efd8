import { createHash } from "node:crypto"

/** The look of an exported page: the tokens of the inspector, without a script or a font. */
export const style = `
:root{color-scheme:light dark;
--human:light-dark(oklch(.5 .12 250),oklch(.8 .1 250));--model:light-dark(oklch(.5 .11 155),oklch(.8 .1 155));
--thought:light-dark(oklch(.5 .12 300),oklch(.8 .1 300));--call:light-dark(oklch(.5 .11 55),oklch(.8 .1 55));
--result:light-dark(oklch(.5 .08 200),oklch(.8 .09 200));--frame:light-dark(oklch(.5 .01 260),oklch(.8 .01 260));
--altered:light-dark(oklch(.5 .1 75),oklch(.8 .11 75));--dropped:light-dark(oklch(.5 .15 25),oklch(.8 .11 25));
--made:light-dark(oklch(.5 .1 235),oklch(.8 .09 235));
--pane:light-dark(oklch(.97 .003 260),oklch(.185 .009 260));--paper:light-dark(oklch(.995 .001 260),oklch(.215 .009 260));
--ink:light-dark(oklch(.22 .01 260),oklch(.93 .005 260));--quiet:light-dark(oklch(.48 .01 260),oklch(.7 .01 260));
--line:light-dark(oklch(.885 .006 260),oklch(.305 .012 260));--hatch:light-dark(oklch(.9 .006 260),oklch(.285 .012 260));
--focus:light-dark(oklch(.52 .16 255),oklch(.76 .12 255))}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--pane);color:var(--ink);font:13px/20px system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
h1,h2,p,ol,ul,dl,dd{margin:0;padding:0;font:inherit}ol,ul{list-style:none}a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--focus);outline-offset:-2px;border-radius:3px}
header,section,footer{padding:12px 16px}h1{font-size:15px;font-weight:600;overflow-wrap:anywhere}h2{font-weight:600;margin-bottom:4px}
.quiet,.label,footer{color:var(--quiet);font-size:12px;line-height:16px}
.omitted{margin-top:8px;padding:4px 12px;border-inline-start:3px solid var(--dropped);background:var(--paper)}
code,.exact{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;font-size:inherit}
.exact{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;unicode-bidi:isolate}
.reasons li{display:grid;grid-template-columns:minmax(200px,max-content) 1fr;gap:0 12px}.reasons code{color:var(--how)}
[data-role=human]{--role:var(--human)}[data-role=model]{--role:var(--model)}[data-role=thought]{--role:var(--thought)}
[data-role=call]{--role:var(--call)}[data-role=result]{--role:var(--result)}[data-role=frame]{--role:var(--frame)}
[data-how=carried]{--how:var(--quiet)}[data-how=altered]{--how:var(--altered)}[data-how=dropped]{--how:var(--dropped)}[data-how=made]{--how:var(--made)}
.rows{border-top:1px solid var(--line)}
.row{display:grid;grid-template-columns:minmax(0,1fr) 32px minmax(0,1fr);border-bottom:1px solid var(--line)}
.row:target{outline:2px solid var(--focus);outline-offset:-2px}
.heads{display:grid;grid-template-columns:minmax(0,1fr) 32px minmax(0,1fr);position:sticky;top:0;background:var(--pane);border-block:1px solid var(--line);z-index:1}
.heads p{padding:4px 12px;font-weight:600}
.side{position:relative;min-width:0;padding:4px 12px 6px;border-inline-start:3px solid var(--role,transparent);background:var(--paper)}
.side[data-made]{outline:1px dashed var(--made);outline-offset:-3px}
.label{display:flex;justify-content:space-between;gap:12px}.label code{unicode-bidi:isolate;overflow-wrap:anywhere}.label .why{color:var(--how);text-align:end}
.gutter{display:flex;justify-content:center;padding-top:4px;border-inline:1px solid var(--line);color:var(--how)}
.nothing{display:flex;align-items:center;gap:6px;min-height:29px;padding:4px 15px;color:var(--quiet);background:repeating-linear-gradient(135deg,var(--hatch) 0 1px,transparent 1px 7px) var(--pane)}
.nothing b{color:var(--how);font-weight:400}
.beside{padding:2px 15px;color:var(--quiet);font-size:12px;line-height:16px;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.name{color:var(--role);font-weight:600}.mark{color:var(--quiet);border:1px solid var(--line);border-radius:3px}
.changed{text-decoration:underline dotted var(--altered);text-underline-offset:3px}
img{display:block;max-width:100%;max-height:320px;margin-top:4px;background:var(--pane)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:640px){.row,.heads{grid-template-columns:minmax(0,1fr)}.gutter{justify-content:flex-start;padding:0 12px;border:0}.heads p:nth-child(2){display:none}}
@media print{.heads{position:static}}
`

/** What the page may do: show its own style and the pictures in it, and nothing else. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ")
