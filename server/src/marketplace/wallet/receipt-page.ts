import { type Html, html } from '../../platform/operation/html.ts'
import type { ReceiptDocument } from './receipt-document.ts'

/** A receipt as a page that prints well. */
export const receiptPage = ({ language, title, facts, parts, total, notes }: ReceiptDocument): Html =>
  html`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
table{width:100%;border-collapse:collapse}td,th{padding:.3rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
td:last-child{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}tfoot th,tfoot td{border-top:2px solid;font-weight:700}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.5rem}dd{margin:0;overflow-wrap:anywhere}@page{margin:2cm}</style>
<main><h1>${title}</h1>
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<table>${parts.map(
    (part) => html`<tbody><tr><th colspan="2" scope="rowgroup">${part.title}</th></tr>
${part.lines.map(([label, amount]) => html`<tr><td>${label}</td><td>${amount}</td></tr>`)}</tbody>`,
  )}
<tfoot><tr><th scope="row">${total[0]}</th><td>${total[1]}</td></tr></tfoot></table>
${notes.map((note) => html`<p>${note}</p>`)}</main></html>`
