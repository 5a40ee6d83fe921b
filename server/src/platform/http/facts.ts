import { Html, html } from '../operation/html.ts'
import type { PageFacts } from '../operation/site.ts'

/** As data of a script element, which nothing inside can end. */
const dataOf = (data: object): Html =>
  new Html(
    JSON.stringify(data).replace(
      /[<>&\u2028\u2029]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )

const headOf = (facts: PageFacts, publicUrl: string, language: string): Html => {
  const { title, description, image, type, data } = facts
  const address = publicUrl + facts.path
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${facts.isIndexed ? html`<link rel="canonical" href="${address}" />` : html`<meta name="robots" content="noindex" />`}
    <meta property="og:site_name" content="Plaza" />
    <meta property="og:type" content="${type}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:locale" content="${language}" />
    ${image === undefined ? undefined : html`<meta property="og:image" content="${image}" />`}
    <meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />
    ${data && html`<script type="application/ld+json">${dataOf(data)}</script>`}`
}

/** Only where no script runs: else the app shows the same in a moment, and the shell until then. */
const plainStyle = new Html(`<style>
      .plain { max-width: 44rem; margin: 0 auto; padding: 1.25rem 1rem; font: 1.0625rem / 1.55 Arial, sans-serif; overflow-wrap: anywhere; }
      .plain a { color: light-dark(#0b7a6f, #6cc4b7); }
      .plain > p:first-child a { font-weight: 750; font-size: 1.375rem; text-decoration: none; }
      .plain img { display: block; max-width: 100%; height: auto; border-radius: 12px; }
      .plain li { margin: 0.5rem 0; }
      .plain .plain-text { white-space: pre-line; }
      @media (scripting: enabled) { .plain { display: none; } }
      @media (scripting: none) { .shell { display: none; } }
    </style>`)

/** Writes into a built document what its page is about. Whatever comes from people was escaped by then. */
export function fillDocument(
  document: string,
  facts: PageFacts,
  { publicUrl, language }: { publicUrl: string; language: string },
): string {
  const head = html`${headOf(facts, publicUrl, language)}
    ${plainStyle}`.markup
  const body = html`<main class="plain"><p><a href="/">Plaza</a></p>${facts.body}</main>`.markup
  // By functions: a dollar sign in a title means nothing.
  return document
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root">', (root) => root + body)
}
