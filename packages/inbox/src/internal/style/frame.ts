/** The frame of the page: the bar, the list of views, and the place of a view. */
export const frame = `
*{box-sizing:border-box}
html,body{margin:0;height:100%}
body{font:14px/1.45 system-ui,"Segoe UI",Roboto,sans-serif;background:var(--paper);color:var(--ink)}
button,select,input,textarea{font:inherit;color:inherit}
h1,h2,h3,p,ul,ol,dl,dd,figure,pre,fieldset{margin:0;padding:0}
ul,ol{list-style:none}fieldset{border:0;min-width:0}
a{color:var(--info)}
code,.mono,pre{font:12px/1.5 ui-monospace,"SF Mono",Menlo,"DejaVu Sans Mono",monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:9px 11px}
:focus-visible{outline:2px solid var(--info);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.soft{color:var(--soft)}.push{margin-left:auto}.strong{font-weight:600}
.row{display:flex;gap:8px;align-items:center;flex-wrap:wrap}
.skip{position:absolute;left:8px;top:-60px;background:var(--card);padding:8px 12px;border-radius:8px;z-index:9}
.skip:focus{top:8px}
#inbox{height:100%}
.frame{display:grid;grid:auto 1fr/196px minmax(0,1fr);height:100vh;height:100dvh}
.bar{grid-column:1/-1;display:flex;align-items:center;gap:8px 14px;padding:7px 16px;border-bottom:1px solid var(--line);background:var(--card);flex-wrap:wrap;min-height:52px}
.mark{display:flex;align-items:center;gap:9px;font-weight:650;font-size:15px;letter-spacing:-.01em;color:inherit;text-decoration:none}
.mark svg{display:block}
.search{flex:1 1 180px;max-width:380px;margin-left:auto;position:relative}
.search input{width:100%;border:1px solid var(--edge);border-radius:8px;background:var(--paper);padding:5px 34px 5px 10px}
.search kbd{position:absolute;right:9px;top:7px;font:11px ui-monospace,monospace;border:1px solid var(--line);border-radius:4px;padding:0 5px;color:var(--soft);background:var(--card)}
.clock{display:flex;align-items:center;gap:6px 8px;flex-wrap:wrap;margin-left:auto;border:1px solid var(--line);border-radius:8px;padding:3px 4px 3px 11px;background:var(--paper)}
.clock time{font-variant-numeric:tabular-nums;font-weight:600}.clock small{color:var(--wait);font-size:12px}
.chip{border:1px solid var(--edge);background:var(--card);border-radius:6px;padding:2px 8px;min-height:26px;font-size:12.5px;cursor:pointer;white-space:nowrap;text-decoration:none;color:inherit;display:inline-flex;align-items:center;gap:6px}
.chip:hover{border-color:var(--ink)}.chip[disabled]{color:var(--soft);cursor:default;border-color:var(--line)}
.chip[aria-pressed=true],.chip[aria-current]{background:var(--info-soft);color:var(--info);border-color:var(--info);font-weight:600}
.chip.primary{background:var(--info);border-color:var(--info);color:var(--card);font-weight:600}
.plain{border:0;background:none;padding:2px 0;color:var(--info);text-decoration:underline;cursor:pointer;font-size:inherit}
.lamp{display:inline-block;width:9px;height:9px;border-radius:50%;background:var(--edge);flex:none}
.lamp.go{background:var(--go)}.lamp.wait{background:var(--wait)}.lamp.stop{background:var(--stop)}.lamp.info{background:var(--info)}
.state{font-size:11.5px;font-weight:650;letter-spacing:.03em;padding:2px 8px;border-radius:20px;background:var(--wait-soft);color:var(--wait)}
.state.go{background:var(--go-soft);color:var(--go)}.state.stop{background:var(--stop-soft);color:var(--stop)}.state.info{background:var(--info-soft);color:var(--info)}
.side{background:var(--rail);border-right:1px solid var(--line);padding:12px 10px;display:flex;flex-direction:column;gap:2px;overflow:auto}
.side ul{display:contents}
.side a{display:flex;align-items:center;gap:9px;padding:6px 10px;border-radius:7px;color:inherit;text-decoration:none}
.side a[aria-current]{background:var(--card);box-shadow:var(--shadow);font-weight:600}
.side a i{margin-left:auto;white-space:nowrap;font-style:normal;font-size:12px;color:var(--soft);font-variant-numeric:tabular-nums}
.side footer{margin-top:auto;font-size:12px;color:var(--soft);padding:10px;border-top:1px solid var(--line);display:grid;gap:4px}
.side footer code{display:block;color:var(--ink);overflow-wrap:anywhere}
.main{overflow:auto;padding:20px 22px;display:flex;flex-direction:column;min-width:0;outline-offset:-2px}
.main h1{font-size:18px;letter-spacing:-.01em}.main>.lead{margin:2px 0 16px;color:var(--soft)}
.main.split{display:grid;grid-template-columns:minmax(0,1fr) 408px;padding:0;overflow:hidden}
.split>.stage{overflow:auto;padding:20px 22px;display:flex;flex-direction:column;min-width:0}
.split>.aside{border-left:1px solid var(--line);background:var(--card);overflow:auto;padding:16px 18px 24px}
.stage h1{font-size:18px;letter-spacing:-.01em}.stage>.lead{margin:2px 0 16px;color:var(--soft)}
.notice{border:1px solid var(--line);border-left:3px solid var(--wait);border-radius:8px;padding:9px 12px;background:var(--card);margin:0 0 12px}
.notice.stop{border-left-color:var(--stop)}.notice.go{border-left-color:var(--go)}.notice.info{border-left-color:var(--info)}
.empty{max-width:640px;display:grid;gap:12px;border:1px dashed var(--edge);border-radius:14px;padding:20px;background:var(--card)}
.empty h2{font-size:15px}
.toast{position:fixed;right:16px;bottom:16px;background:var(--ink);color:var(--card);padding:8px 14px;border-radius:8px;z-index:8;max-width:calc(100vw - 32px)}
dialog{border:1px solid var(--edge);border-radius:14px;background:var(--card);color:var(--ink);padding:18px 20px;max-width:min(440px,calc(100vw - 24px))}
dialog::backdrop{background:#0007}
dialog h2{font-size:15px;margin-bottom:10px}
.keys{display:grid;grid-template-columns:auto 1fr;gap:6px 14px}
.keys kbd{font:12px ui-monospace,monospace;border:1px solid var(--edge);border-radius:4px;padding:0 6px;justify-self:start}
@media (max-width:1100px){.main.split{display:block;overflow:auto}.split>.stage{overflow:visible}.split>.aside{border-left:0;border-top:1px solid var(--line)}}
@media (max-width:760px){
.frame{grid:auto auto minmax(0,1fr)/minmax(0,1fr);height:auto;min-height:100dvh}
.side{border-right:0;border-bottom:1px solid var(--line);flex-direction:row;flex-wrap:wrap;padding:6px 8px}
.side a{padding:5px 8px}.side a i{margin-left:2px}.side footer{display:none}
.main,.split>.stage{padding:14px 12px}.split>.aside{padding:14px 12px}
.bar{padding:7px 12px}.clock,.search{margin-left:0}
}
@media (prefers-reduced-motion:no-preference){
.ring{animation:ring .6s ease-in-out}
@keyframes ring{0%,100%{transform:none}20%{transform:rotate(-1.2deg)}40%{transform:rotate(1.2deg)}60%{transform:rotate(-.8deg)}80%{transform:rotate(.5deg)}}
}
`
