import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import * as schemas from './schemas.ts'

/** The files of the town are wrong; each line of the message names a file, the path in it, and what to mend. */
export class ContentError extends Error {}

const home = path.join(import.meta.dirname, '../../demo')

/** The one file that says who the town is and which accounts it has. */
export const readTown = (folder = home) => readFile(folder, 'town.json', schemas.TownFile)

/**
 * Reads every file that the town is made of.
 * @throws ContentError naming the mistakes of the first file that has some.
 */
export const readFiles = (folder = home) => ({
  town: readTown(folder),
  people: readFile(folder, 'people.json', schemas.PeopleFile),
  categories: readFile(folder, 'categories.json', schemas.CategoriesFile),
  listingFiles: namesIn(folder, 'listings', '.json').map((file) => ({
    file,
    ...readFile(folder, file, schemas.ListingsFile),
  })),
  favourites: readFile(folder, 'favourites.json', schemas.FavouritesFile),
  comments: readFile(folder, 'comments.json', schemas.CommentsFile),
  deals: readFile(folder, 'deals.json', schemas.DealsFile),
  money: readFile(folder, 'money.json', schemas.MoneyFile),
  follows: readFile(folder, 'follows.json', schemas.FollowsFile),
  savedSearches: readFile(folder, 'saved-searches.json', schemas.SavedSearchesFile),
  conversations: readFile(folder, 'conversations.json', schemas.ConversationsFile),
  broadcasts: readFile(folder, 'broadcasts.json', schemas.BroadcastsFile),
  notices: readFile(folder, 'notices.json', schemas.NoticesFile),
  guests: readFile(folder, 'guests.json', schemas.GuestsFile),
  newsletter: readFile(folder, 'newsletter.json', schemas.NewsletterFile),
  desk: readFile(folder, 'desk.json', schemas.DeskFile),
  reports: readFile(folder, 'reports.json', schemas.ReportsFile),
  reviews: readFile(folder, 'reviews.json', schemas.ReviewsFile),
  wellnessPeople: readFile(folder, 'wellness-people.json', schemas.WellnessPeopleFile),
  wellnessCatalogue: readFile(folder, 'wellness-catalogue.json', schemas.WellnessCatalogueFile),
  wellnessSessions: readFile(folder, 'wellness-sessions.json', schemas.WellnessSessionsFile),
  wellnessGoals: readFile(folder, 'wellness-goals.json', schemas.WellnessGoalsFile),
  wellnessQuestionnaires: readFile(
    folder,
    'wellness-questionnaires.json',
    schemas.WellnessQuestionnairesFile,
  ),
  /** The SVG of each picture, by name. */
  pictures: drawingsIn(folder, 'pictures'),
  /** The SVG of each face, by the key of who has it. */
  faces: drawingsIn(folder, 'faces'),
})

export type Content = ReturnType<typeof readFiles>

const namesIn = (folder: string, name: string, extension: string) =>
  readdirSync(path.join(folder, name))
    .filter((file) => file.endsWith(extension))
    .sort()
    .map((file) => `${name}/${file}`)

const drawingsIn = (folder: string, name: string): ReadonlyMap<string, string> =>
  new Map(
    namesIn(folder, name, '.svg').map((file) => [
      path.basename(file, '.svg'),
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  )

function readFile<Schema extends TSchema>(folder: string, file: string, schema: Schema): Static<Schema> {
  const value = parse(file, readFileSync(path.join(folder, file), 'utf8'))
  if (Value.Check(schema, value)) return value
  const mistakes = Value.Errors(schema, value)
    // Said once more, and better, of the property itself.
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map((error) => `${file} ${error.instancePath}: ${sayOf(error)}`)
  throw new ContentError(mistakes.join('\n'))
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ContentError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function sayOf(error: ReturnType<typeof Value.Errors>[number]): string {
  if (error.keyword === 'boolean') return 'is not known here'
  return error.keyword === 'enum' ? `must be one of: ${error.params.allowedValues.join(', ')}` : error.message
}
