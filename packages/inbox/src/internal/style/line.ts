/** The line of a message, its gates and what is beside it. */
export const line = `
.aside h2{font-size:15px;display:flex;gap:8px;align-items:center;flex-wrap:wrap}
.sub{color:var(--soft);font-size:12.5px;margin:3px 0 12px;overflow-wrap:anywhere}
.tabs{display:flex;gap:4px;border-bottom:1px solid var(--line);margin:0 0 12px;flex-wrap:wrap}
.tabs [role=tab]{border:0;background:none;padding:6px 9px;color:var(--soft);border-bottom:2px solid transparent;margin-bottom:-1px;cursor:pointer}
.tabs [aria-selected=true]{color:var(--ink);border-color:var(--info);font-weight:600}
.line li{display:grid;grid-template-columns:64px minmax(0,1fr) auto;min-height:36px;column-gap:4px}
.line .track{position:relative}
.line .track svg{position:absolute;left:0;top:0;overflow:visible}
.line .rail{position:absolute;left:21.5px;width:5px;top:0;bottom:0;background:var(--go)}
.line .rail.first{top:12px}.line .rail.last{bottom:auto;height:12px}.line .rail.first.last{display:none}
.line .rail.wait{background:var(--wait)}.line .rail.stop{background:var(--stop)}.line .rail.info{background:var(--go)}
.line .what{padding:2px 0 9px;font-size:12.5px;overflow-wrap:anywhere}
.line .what b{font-weight:600;font-size:12.5px}.line .what span{color:var(--soft);font-size:11.5px;display:block}
.line time{color:var(--soft);font-size:11.5px;padding-top:3px;font-variant-numeric:tabular-nums;white-space:nowrap}
.line svg .t{fill:none;stroke-width:5;stroke-linecap:round}
.go-line{stroke:var(--go)}.wait-line{stroke:var(--wait)}.stop-line{stroke:var(--stop)}.info-line{stroke:var(--info)}.none-line{stroke:var(--edge)}
.line circle{fill:var(--card);stroke-width:3}.line circle.end{stroke-width:0}
.line circle.end.go-line{fill:var(--go)}.line circle.end.stop-line{fill:var(--stop)}.line circle.end.info-line{fill:var(--info)}.line circle.end.wait-line{fill:var(--wait)}
h3,.panel .small{font-size:12px;color:var(--soft);font-weight:600;margin:18px 0 6px}
.facts li{display:grid;grid-template-columns:14px minmax(70px,96px) minmax(0,1fr);gap:6px;padding:5px 0;border-top:1px solid var(--line);align-items:baseline}
.facts li:first-child{border:0}.facts b{font-weight:600}.facts span{color:var(--soft);overflow-wrap:anywhere}
.acts{display:flex;gap:6px;margin-top:16px;flex-wrap:wrap}
`
