import { type Html, html } from './html.ts'

/** A page that says one thing, such as what the link in a mail opens. */
export const plainPage = (language: string, title: string, content: Html): Html =>
  html`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:18px/1.5 system-ui;max-width:34rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}</style>
<main><h1>${title}</h1>${content}</main></html>`
