import { checkAttributes } from '../marketplace/categories/public.ts'
import { type Content, ContentError, readFiles } from './files.ts'
import { attributesOf } from './plan.ts'
import type { Listing } from './schemas.ts'

/**
 * Reads everything that the town is made of.
 * @throws ContentError naming what is wrong in a file, or between files that refer to each other.
 */
export function readContent(folder?: string): Content {
  const content = readFiles(folder)
  const mistakes = checks.flatMap((check) => [...check(content)])
  if (mistakes.length > 0) throw new ContentError(mistakes.join('\n'))
  return content
}

type Mistakes = Generator<string, void, undefined>

const checks = [
  checkPeople,
  checkListings,
  checkFavourites,
  checkConversations,
  checkNews,
  checkPractice,
  checkQuestionnaires,
]

function* repeated(where: string, names: readonly string[]): Mistakes {
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index) yield `${where}: ${name} is there twice`
}

function* missing(where: string, name: string, names: { has(name: string): boolean }): Mistakes {
  if (!names.has(name)) yield `${where}: the town has no ${name}`
}

const keysOf = ({ people }: Content) => new Set(people.map(({ key }) => key))
const listingsOf = ({ listingFiles }: Content): Map<string, Listing> =>
  new Map(listingFiles.flatMap(({ listings }) => listings.map((listing) => [listing.title, listing])))

function* checkPeople(content: Content): Mistakes {
  const { town, people, wellnessPeople } = content
  const wellness = [wellnessPeople.user.key, wellnessPeople.administrator.key]
  const keys = [...people.map(({ key }) => key), ...wellness]
  yield* repeated('people.json', keys)
  const zipCodes = new Set(Object.keys(town.zipCodes))
  for (const [index, { quarter }] of people.entries())
    yield* missing(`people.json /${index}/quarter`, quarter, zipCodes)
  for (const key of content.faces.keys()) yield* missing(`faces/${key}.svg`, key, new Set(keys))
  for (const [index, { person }] of town.accounts.entries())
    yield* missing(`town.json /accounts/${index}/person`, person, new Set(keys))
}

function* checkListings(content: Content): Mistakes {
  const categories = new Map(content.categories.map((category) => [category.name, category]))
  const people = keysOf(content)
  yield* repeated('categories.json', [...content.categories.map(({ name }) => name)])
  const titles = content.listingFiles.flatMap(({ listings }) => listings.map(({ title }) => title))
  yield* repeated('listings', titles)
  for (const { file, category, listings } of content.listingFiles) {
    const filed = categories.get(category)
    yield* missing(`${file} /category`, category, categories)
    for (const [index, listing] of listings.entries()) {
      const at = `${file} /listings/${index}`
      yield* missing(`${at}/leaf`, listing.leaf, new Set(filed?.leaves.map(({ name }) => name)))
      yield* missing(`${at}/author`, listing.author, people)
      yield* missing(`${at}/picture`, listing.picture, content.pictures)
      for (const { path, message } of checkAttributes(attributesOf(filed), listing.attributes ?? {}))
        yield `${at}/${path.replace('body.', '').replace('.', '/')}: ${message}`
    }
  }
}

function* checkFavourites(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  for (const [index, favourite] of content.favourites.entries()) {
    const at = `favourites.json /${index}`
    yield* missing(`${at}/person`, favourite.person, people)
    yield* missing(`${at}/listing`, favourite.listing, listings)
    const { author, daysAgo = Infinity } = listings.get(favourite.listing) ?? {}
    if (author === favourite.person) yield `${at}/person: offers it`
    if (daysAgo < favourite.daysAgo) yield `${at}/daysAgo: is before it was offered`
  }
}

function* checkConversations(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  for (const [index, { about, buyer, hoursAgo, unread = 0, lines }] of content.conversations.entries()) {
    const at = `conversations.json /${index}`
    yield* missing(`${at}/buyer`, buyer, people)
    yield* missing(`${at}/about`, about, listings)
    const { author, daysAgo = Infinity } = listings.get(about) ?? {}
    if (author === buyer) yield `${at}/buyer: offers it`
    if (daysAgo * 24 < hoursAgo) yield `${at}/hoursAgo: is before it was offered`
    if (lines.reduce((sum, { minutesLater }) => sum + minutesLater, 0) > hoursAgo * 60)
      yield `${at}/lines: end after now`
    if (unread > lines.length || new Set(lines.slice(lines.length - unread).map(({ from }) => from)).size > 1)
      yield `${at}/unread: has lines that their reader answered`
  }
}

function* checkNews(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  for (const [index, { author }] of content.broadcasts.entries())
    yield* missing(`broadcasts.json /${index}/author`, author, people)
  for (const [index, { listing }] of content.reviews.entries())
    yield* missing(`reviews.json /${index}/listing`, listing, listings)
}

function* checkPractice({ wellnessCatalogue, wellnessSessions }: Content): Mistakes {
  const exercises = wellnessCatalogue.flatMap(({ subCategories }) =>
    subCategories.flatMap((sub) => sub.exercises.map(({ title }) => title)),
  )
  yield* repeated('wellness-catalogue.json', exercises)
  for (const [index, { exercise }] of wellnessSessions.entries())
    yield* missing(`wellness-sessions.json /${index}/exercise`, exercise, new Set(exercises))
}

function* checkQuestionnaires({ wellnessQuestionnaires }: Content): Mistakes {
  for (const [number, { questions }] of wellnessQuestionnaires.entries())
    for (const [index, question] of questions.entries()) {
      const at = `wellness-questionnaires.json /${number}/questions/${index}`
      const labels = (of: (typeof questions)[number] | undefined) =>
        new Set(of?.options?.map(({ label }) => label))
      const { key = question.key, labels: wanted = [] } = question.onlyAfter ?? {}
      const asked = questions.slice(0, index).find((earlier) => earlier.key === key)
      if (question.onlyAfter && !asked) yield `${at}/onlyAfter/key: no earlier question is called ${key}`
      for (const label of wanted) yield* missing(`${at}/onlyAfter/labels`, label, labels(asked))
      for (const label of question.showsHelpFor ?? [])
        yield* missing(`${at}/showsHelpFor`, label, labels(question))
    }
}
