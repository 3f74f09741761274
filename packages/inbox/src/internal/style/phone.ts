/** Phones, their bubbles and what a person writes on them. */
export const phone = `
.phones{display:flex;gap:20px;align-items:stretch;flex:1;min-height:480px;overflow-x:auto;padding:2px 2px 8px}
.phone{width:284px;flex:none;display:flex;flex-direction:column;background:var(--phone);border:1px solid var(--line);border-radius:26px;box-shadow:var(--shadow);overflow:hidden;max-width:100%}
.phone>header{padding:14px 16px 9px;background:var(--card);border-bottom:1px solid var(--line)}
.phone h2{font-size:14px;display:flex;gap:7px;align-items:center}.phone h2 span{font-weight:400;color:var(--soft);font-size:12px;margin-left:auto}
.phone h2 a{color:inherit;text-decoration:none;line-height:24px}.phone h2 a:hover{text-decoration:underline}
.phone .number{color:var(--soft);display:block;line-height:24px}.phone .number a{display:inline-block;min-height:24px}
.able{display:flex;gap:5px;margin-top:7px;font-size:11.5px;color:var(--soft);flex-wrap:wrap}
.able li{border-radius:5px;padding:0 6px;border:1px solid var(--line)}.able .no{text-decoration:line-through}
.talk{flex:1;overflow:auto;padding:12px;display:flex;flex-direction:column;gap:9px;min-height:160px}
.talk:focus-visible{outline-offset:-2px}
.talk li{display:flex;flex-direction:column;gap:4px;align-items:flex-start}
.talk li.out{align-items:flex-end}
.day{align-self:center;font-size:11px;color:var(--soft)}
.bubble{max-width:88%;overflow-wrap:anywhere;border-radius:15px 15px 15px 4px;padding:8px 11px;font-size:13px;white-space:pre-line;position:relative}
.bubble.sms{background:var(--sms)}.bubble.whatsapp{background:var(--whatsapp)}.bubble.rcs{background:var(--rcs)}.bubble.mms{background:var(--mms)}
.out>.bubble{border-radius:15px 15px 4px 15px;background:var(--written);color:var(--on-written)}
.bubble.chosen{outline:2px solid var(--info);outline-offset:2px}
.bubble .head{display:block}.bubble .foot{display:block;color:var(--soft);font-size:12px;margin-top:4px}
.bubble .media{display:block;margin:-8px -11px 8px;padding:26px 11px 8px;border-radius:15px 15px 0 0;background:var(--line);font-size:12px;color:var(--ink)}
.out>.bubble .media{background:var(--info-soft);color:var(--ink)}
.bubble .tap{display:block;width:calc(100% + 22px);margin:7px -11px 0;padding:6px;border:0;border-top:1px solid var(--edge);background:none;text-align:center;color:var(--info);font-weight:550;font-size:13px;cursor:pointer;text-decoration:none}
.bubble .tap+.tap{margin-top:0}.bubble .tap:last-child{margin-bottom:-8px}
.meta{font-size:11px;color:var(--soft);display:flex;gap:4px 8px;align-items:baseline;flex-wrap:wrap;margin:0 4px}
.meta a{color:inherit;text-decoration:none;min-height:24px;display:inline-flex;gap:6px;align-items:baseline;line-height:24px}.meta a:hover{text-decoration:underline}.meta .plain{line-height:20px}
.script{font-size:12px;padding:6px 12px;background:var(--wait-soft);color:var(--wait);border-top:1px solid var(--line);display:flex;gap:8px;flex-wrap:wrap}
.script .plain{color:inherit}
.compose{padding:9px 10px 12px;border-top:1px solid var(--line);background:var(--card);display:grid;gap:6px}
.compose .row{gap:6px;flex-wrap:nowrap}.compose .quick{flex-wrap:wrap}
.compose input[type=text],.compose input[type=url]{flex:1;min-width:0;border:1px solid var(--edge);border-radius:16px;padding:4px 11px;background:var(--paper)}
.compose select{border:1px solid var(--edge);border-radius:6px;background:var(--card);padding:3px 4px;font-size:12.5px;min-height:26px}
.next{display:grid;gap:8px}
.next label{display:grid;gap:3px;font-size:12px;color:var(--soft);font-weight:600}
.next select,.next input{border:1px solid var(--edge);border-radius:6px;background:var(--card);padding:4px 6px;color:var(--ink);font-weight:400}
.others{margin-top:18px}.others .rows{max-height:320px}.others h2{font-size:14px;margin-bottom:6px}
@media (max-width:760px){.phones{flex-direction:column;overflow:visible}.phone{width:100%}}
`
