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
  checkComments,
  checkDeals,
  checkMoney,
  checkFollows,
  checkSavedSearches,
  checkGuests,
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
  for (const [index, { key, invitedBy = key, joinedDaysAgo }] of people.entries()) {
    const inviter = people.find((person) => person.key === invitedBy)
    if (inviter === undefined) yield `people.json /${index}/invitedBy: the town has no ${invitedBy}`
    else if (inviter.joinedDaysAgo < joinedDaysAgo) yield `people.json /${index}/invitedBy: came later`
  }
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

function* checkSavedSearches({ people, savedSearches }: Content): Mistakes {
  const joined = new Map(people.map(({ key, joinedDaysAgo }) => [key, joinedDaysAgo]))
  for (const [index, { person, daysAgo }] of savedSearches.entries()) {
    const at = `saved-searches.json /${index}`
    const since = joined.get(person)
    if (since === undefined) yield `${at}/person: the town has no ${person}`
    else if (daysAgo > since) yield `${at}/daysAgo: is before ${person} joined`
  }
}

function* checkGuests(content: Content): Mistakes {
  const listings = listingsOf(content)
  for (const [index, { saves, daysAgo, looksFor }] of content.guests.entries()) {
    const at = `guests.json /${index}`
    for (const [place, save] of saves.entries()) {
      yield* missing(`${at}/saves/${place}/listing`, save.listing, listings)
      if (Math.min(daysAgo, listings.get(save.listing)?.daysAgo ?? Infinity) < save.daysAgo)
        yield `${at}/saves/${place}/daysAgo: is before they were here, or it was offered`
    }
    if (looksFor && looksFor.daysAgo > daysAgo) yield `${at}/looksFor/daysAgo: is before they were here`
  }
}

function* checkFollows({ people, follows }: Content): Mistakes {
  const joined = new Map(people.map(({ key, joinedDaysAgo }) => [key, joinedDaysAgo]))
  yield* repeated(
    'follows.json',
    follows.map((follow) => `${follow.person} with ${follow.follows}`),
  )
  for (const [index, { person, follows: followed, daysAgo }] of follows.entries()) {
    const at = `follows.json /${index}`
    yield* missing(`${at}/person`, person, joined)
    yield* missing(`${at}/follows`, followed, joined)
    if (person === followed) yield `${at}/follows: is the same person`
    if ([person, followed].some((key) => (joined.get(key) ?? Infinity) < daysAgo))
      yield `${at}/daysAgo: is before both were there`
  }
}

function* checkComments(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  for (const [index, { about, from, hoursAgo, replies }] of content.comments.entries()) {
    const at = `comments.json /${index}`
    yield* missing(`${at}/about`, about, listings)
    for (const writer of [from, ...replies.map((reply) => reply.from)])
      yield* missing(`${at}/from`, writer, people)
    const { daysAgo = Infinity } = listings.get(about) ?? {}
    if (daysAgo * 24 < hoursAgo) yield `${at}/hoursAgo: is before it was offered`
    if (replies.reduce((sum, { minutesLater }) => sum + minutesLater, 0) > hoursAgo * 60)
      yield `${at}/replies: end after now`
  }
}

function* checkDeals(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  yield* repeated(
    'deals.json',
    content.deals.map(({ listing }) => listing),
  )
  for (const [index, { listing, buyer, byBuyer, bySeller }] of content.deals.entries()) {
    const at = `deals.json /${index}`
    yield* missing(`${at}/listing`, listing, listings)
    yield* missing(`${at}/buyer`, buyer, people)
    const { state, author, daysAgo = Infinity } = listings.get(listing) ?? {}
    if (state !== 'sold') yield `${at}/listing: is not sold`
    if (author === buyer) yield `${at}/buyer: sold it`
    const written = [byBuyer, bySeller].filter((said) => said !== undefined)
    for (const { hoursLater, reply } of written) {
      // It is sold half-way between its publication and now.
      if (hoursLater + (reply?.hoursLater ?? 0) > daysAgo * 12) yield `${at}: is written after now`
      if (reply && written.length < 2) yield `${at}: only what both wrote can be replied to`
    }
  }
}

function* checkMoney(content: Content): Mistakes {
  const { money } = content
  const [people, listings] = [keysOf(content), listingsOf(content)]
  yield* repeated(
    'money.json /packages',
    money.packages.map(({ name }) => name),
  )
  const packages = new Set(money.packages.map(({ name }) => name))
  for (const what of ['funds', 'payouts', 'trials'] as const)
    for (const [index, { person }] of money[what].entries())
      yield* missing(`money.json /${what}/${index}/person`, person, people)
  for (const [index, one] of money.boosts.entries())
    yield* missing(`money.json /boosts/${index}/package`, one.package, packages)
  for (const what of ['boosts', 'orders', 'offers'] as const)
    for (const [index, one] of money[what].entries()) {
      const at = `money.json /${what}/${index}`
      yield* missing(`${at}/listing`, one.listing, listings)
      const { author, state, delivery, allowsOffers, daysAgo = Infinity } = listings.get(one.listing) ?? {}
      if (state !== undefined) yield `${at}/listing: is ${state}`
      const ago = 'hoursAgo' in one ? one.hoursAgo / 24 : one.daysAgo
      if (daysAgo < ago) yield `${at}: is before it was offered`
      if (!('buyer' in one)) continue
      yield* missing(`${at}/buyer`, one.buyer, people)
      if (author === one.buyer) yield `${at}/buyer: offers it`
      if ('price' in one ? !allowsOffers : delivery === undefined)
        yield `${at}/listing: ${'price' in one ? 'allows no offers' : 'is not sent'}`
    }
}

function* checkConversations(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  for (const [
    index,
    { about, buyer, hoursAgo, unread = 0, isRequest, lines },
  ] of content.conversations.entries()) {
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
    if (isRequest && lines.some(({ from }) => from === 'seller')) yield `${at}/isRequest: was answered`
  }
}

function* checkNews(content: Content): Mistakes {
  const people = keysOf(content)
  const listings = listingsOf(content)
  for (const [index, { author }] of content.broadcasts.entries())
    yield* missing(`broadcasts.json /${index}/author`, author, people)
  for (const [index, { author }] of content.desk.feedback.entries())
    yield* missing(`desk.json /feedback/${index}/author`, author, people)
  for (const [index, { author }] of content.desk.messages.entries())
    yield* missing(`desk.json /messages/${index}/author`, author, people)
  for (const [index, { author }] of content.desk.settings.entries())
    yield* missing(`desk.json /settings/${index}/author`, author, people)
  for (const [index, { from, listing }] of content.reports.entries()) {
    yield* missing(`reports.json /${index}/from`, from, people)
    yield* missing(`reports.json /${index}/listing`, listing, listings)
    if (listings.get(listing)?.author === from) yield `reports.json /${index}/from: offers it`
  }
  for (const [index, { listing }] of content.reviews.entries())
    yield* missing(`reviews.json /${index}/listing`, listing, listings)
}

function* checkPractice({ wellnessCatalogue, wellnessSessions, wellnessGoals }: Content): Mistakes {
  const offered = wellnessCatalogue.flatMap(({ subCategories }) =>
    subCategories.flatMap((sub) => sub.exercises),
  )
  const exercises = offered.map(({ title }) => title)
  yield* repeated('wellness-catalogue.json', exercises)
  for (const { title, steps = [], translations } of offered)
    if ((translations.de.steps ?? []).length !== steps.length)
      yield `wellness-catalogue.json: ${title} has other steps in German`
  for (const [index, { exercise }] of wellnessSessions.entries())
    yield* missing(`wellness-sessions.json /${index}/exercise`, exercise, new Set(exercises))
  for (const [index, { exercise }] of wellnessGoals.entries())
    if (exercise !== undefined)
      yield* missing(`wellness-goals.json /${index}/exercise`, exercise, new Set(exercises))
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
