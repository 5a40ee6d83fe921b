import { html } from '../../platform/operation/html.ts'
import type { PageFacts, SiteReading } from '../../platform/operation/site.ts'
import { textsIn } from '../texts.ts'

/** Nothing is here, or not any more; the same of what nobody may see. */
export function gone(
  { language }: SiteReading,
  path: string,
  what: 'listing' | 'person' | 'category',
  status: 404 | 410 = 404,
): PageFacts {
  const { links } = textsIn(language)
  const title = links.gone[what]
  return {
    status,
    title,
    description: title,
    path,
    isIndexed: false,
    type: 'website',
    body: html`<h1>${title}</h1><p><a href="/">${links.home}</a></p>`,
  }
}
