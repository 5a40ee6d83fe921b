import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Language } from '../language.ts'
import type { Html } from './html.ts'

/** What the page at an address says to whoever runs none of its script: programs that look at links, and people. */
export interface PageFacts {
  /** 404 and 410 go with the page, which says so too. */
  status: 200 | 404 | 410
  title: string
  description: string
  /** Path and query under which it is known. */
  path: string
  /** Whether search engines may keep it. */
  isIndexed: boolean
  type: 'website' | 'product' | 'profile'
  /** Address of its picture. */
  image?: string | undefined
  /** What schema.org calls it. */
  data?: object
  /** The page itself, to be read. */
  body: Html
}

export interface SiteReading {
  db: Db
  clock: Clock
  /** Address that people reach the server by. */
  publicUrl: string
  language: Language
}

/** Rows with pages of their own, in the order of their ids, so that a part is found without counting those before. */
export interface SitemapPart {
  name: string
  /** The first id of each part behind one, each of so many rows. */
  firstsAfter(db: Db, first: string | null, rows: number): Promise<string[]>
  /** Paths of the pages between two first ids, the second not included; null is the end. */
  pathsFrom(
    reading: Pick<SiteReading, 'db' | 'clock'>,
    range: { first: string; before: string | null; limit: number },
  ): Promise<{ path: string; changedAt: Date }[]>
}

/** What a product shows of itself to those who come by a link. */
export interface Site {
  /** @returns undefined where nothing is said beyond what the page says by itself. */
  factsOf(reading: SiteReading, address: URL): Promise<PageFacts | undefined>
  /** Paths of the pages into which the payment processor's own form is let. */
  cardPages: RegExp
  sitemap: readonly SitemapPart[]
  /** Pages that are always there. */
  pathsOfFew(reading: Pick<SiteReading, 'db'>): Promise<string[]>
}
