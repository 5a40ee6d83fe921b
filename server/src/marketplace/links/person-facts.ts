import { html } from '../../platform/operation/html.ts'
import type { PageFacts, SiteReading } from '../../platform/operation/site.ts'
import { textsIn } from '../texts.ts'
import { entries } from './entries.ts'
import { gone } from './gone.ts'
import { personPath, shortened } from './listing-facts.ts'
import { selectNewestOfPerson, selectShownPerson } from './queries.ts'

/** Somebody who wants to be found; of all others it is said that there is nobody. */
export async function personFacts(reading: SiteReading, id: string): Promise<PageFacts> {
  const { db, clock, publicUrl, language } = reading
  const path = personPath(id)
  const person = await selectShownPerson(db, id)
  if (!person) return gone(reading, path, 'person')
  const offered = await selectNewestOfPerson(db, id, clock.now())
  const { links } = textsIn(language)
  const image = person.profile_photo_url ?? undefined
  const description = shortened(
    [person.place, person.bio].filter(Boolean).join(' · ') || links.offers(person.name),
  )
  return {
    status: 200,
    title: person.name,
    description,
    path,
    isIndexed: true,
    type: 'profile',
    image,
    data: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url: publicUrl + path,
      mainEntity: {
        '@type': 'Person',
        name: person.name,
        ...(person.bio ? { description: person.bio } : {}),
        ...(image ? { image } : {}),
      },
    },
    body: html`<h1>${person.name}</h1>
      ${person.place && html`<p>${person.place}</p>`}
      ${image && html`<img src="${image}" alt="" width="160" />`}
      <p class="plain-text">${person.bio ?? ''}</p>
      ${entries(offered, language)}`,
  }
}
