import { type Html, html } from '../../platform/operation/html.ts'
import { textsIn } from '../texts.ts'
import { listingPath, priceIn } from './listing-facts.ts'
import type { EntryRow } from './queries.ts'

/** What is on offer, as a list of links. */
export const entries = (rows: readonly EntryRow[], language: string): Html =>
  rows.length === 0
    ? html`<p>${textsIn(language).links.nothing}</p>`
    : html`<ul>${rows.map(
        (row) =>
          html`<li><a href="${listingPath(row.id)}">${row.title}</a> · ${priceIn(row, language)}${row.place && html` · ${row.place}`}</li>`,
      )}</ul>`
