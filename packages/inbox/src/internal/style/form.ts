/** Forms, tables, templates and lists. */
export const form = `
.field{display:grid;gap:4px;margin:0 0 12px}
.field>label,.field>.label,.legend{font-size:12px;color:var(--soft);font-weight:600}
.field input,.field select,.field textarea{border:1px solid var(--edge);border-radius:9px;padding:6px 11px;background:var(--paper);width:100%;min-width:0}
.field textarea{min-height:74px;line-height:1.5;resize:vertical}
.checks{display:flex;gap:4px 14px;flex-wrap:wrap}.checks label{display:flex;gap:5px;align-items:center;min-height:24px}
.columns{display:grid;grid-template-columns:minmax(280px,420px) minmax(0,1fr);gap:26px;align-items:start}
.panel{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px 18px;min-width:0}
.panel h2{font-size:14px;margin-bottom:10px}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));gap:16px;align-items:start}
.previews{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(210px,100%),1fr));gap:16px;align-items:start}
.previews section{background:var(--phone);border:1px solid var(--line);border-radius:18px;box-shadow:var(--shadow);padding:13px 13px 15px;min-width:0}
.previews h2{font-size:13.5px;margin-bottom:10px;display:flex;align-items:center;gap:7px}.previews h2 span:last-child{margin-left:auto;color:var(--soft);font-weight:400;font-size:12px}
.previews .bubble{max-width:100%}.weigh{margin-top:10px;font-size:12px;color:var(--soft)}.weigh b{color:var(--ink);font-weight:600}
.meter{display:flex;gap:3px;height:12px;margin:8px 0 4px}.meter i{flex:1;border-radius:3px;background:var(--rail);border:1px solid var(--edge);overflow:hidden;display:block}
.meter svg{display:block;width:100%;height:100%}.meter rect{fill:var(--go)}.meter.many rect{fill:var(--wait)}
.bad{background:var(--stop-soft);color:var(--stop);border-radius:4px;padding:0 3px;text-decoration:underline wavy}
.flaw{display:grid;grid-template-columns:14px minmax(0,1fr) auto;gap:8px;align-items:baseline;border:1px solid var(--line);border-left:3px solid var(--wait);border-radius:8px;padding:8px 11px;margin-top:8px;font-size:13px;background:var(--card)}
.flaw.stop{border-left-color:var(--stop)}
.rows{border:1px solid var(--line);border-radius:12px;background:var(--card);overflow:auto;position:relative;flex:1}
.rows ul{position:relative}
.rows li{position:absolute;left:0;right:0;height:44px;border-bottom:1px solid var(--line)}
.rows li>a{display:grid;grid-template-columns:14px 92px minmax(90px,150px) minmax(0,1fr) auto;gap:10px;align-items:center;height:43px;padding:0 14px;color:inherit;text-decoration:none}
.rows li>a:hover{background:var(--paper)}.rows li>a[aria-current]{background:var(--info-soft)}
.rows li>a:focus-visible{outline-offset:-3px}
.rows .cut{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.stack{display:grid;gap:8px;max-width:920px}
.stack>li{border:1px solid var(--line);border-radius:12px;background:var(--card);padding:10px 14px;display:grid;gap:6px;min-width:0}
.stack a.title{font-weight:600}
summary{cursor:pointer;padding:4px 0}
details>div{padding:6px 0}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-size:12px;color:var(--soft);font-weight:600;text-align:left}td,th{padding:5px 8px 5px 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
.settings{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 10px}
@media (max-width:900px){.columns{grid-template-columns:minmax(0,1fr)}}
@media (max-width:760px){.rows li>a{grid-template-columns:14px 84px minmax(0,1fr) auto}.rows .number{display:none}}
`
