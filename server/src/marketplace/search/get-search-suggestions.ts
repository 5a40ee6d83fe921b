import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, OneOf, Shown, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { categoryTree, inLocale, Locale } from '../categories/public.ts'
import { categoriesNamed, folded } from './category-names.ts'
import { selectSearched, selectWords } from './suggestion-queries.ts'

const mostSearched = 3
const mostCategories = 3
const mostSuggested = 10

export const getSearchSuggestions = operation({
  source: 'not in the specification; what a search may go on with, while it is typed',
  method: 'GET',
  path: '/search-mgt/suggest',
  summary:
    'Suggest searches that begin as somebody types: their own, then categories, then words of listings',
  tag: 'posts',
  access: anyone,
  query: Type.Object({
    q: Type.Optional(Text(0, 100, { description: 'what is typed so far', example: 'bicy' })),
    locale: Type.Optional(Locale),
  }),
  replies: {
    200: {
      message: 'Suggestions fetched successfully',
      data: Type.Array(
        Type.Object(
          {
            kind: OneOf(['history', 'category', 'word']),
            text: Shown('bicycle', 'to search for; of a category, its name'),
            category_id: Nullable(Id, 'of a category only'),
            count: Nullable(
              Type.Integer(),
              'open listings with the word in their title, counted within the last day; null unless it is one word',
            ),
          },
          { title: 'SearchSuggestion' },
        ),
        { maxItems: mostSuggested },
      ),
    },
  },
  // As fast as people type.
  limit: { max: 600, strict: 240, windowSeconds: 60 },

  async handle({ query, caller, db, services }) {
    const typed = folded(query.q ?? '').trimStart()
    const word = typed.match(/[\p{L}\p{M}\p{N}]+$/u)?.[0] ?? ''
    const before = typed.slice(0, typed.length - word.length)
    const [searched, words, tree] = await Promise.all([
      caller ? selectSearched(db, caller.id, typed, mostSearched) : [],
      word ? selectWords(db, word, mostSuggested) : [],
      services.cache.get(categoryTree),
    ])
    const named = typed.trimEnd() ? categoriesNamed(tree, typed.trimEnd(), mostCategories) : []
    const rows = named.flatMap((id) => tree.byId.get(id) ?? [])
    const suggestions = [
      ...searched.map((text) => ({ kind: 'history' as const, text, category_id: null, count: null })),
      ...inLocale(rows, query.locale).map(({ id, name }) => ({
        kind: 'category' as const,
        text: name,
        category_id: id,
        count: null,
      })),
      ...words.map(({ term, listing_count: count }) => ({
        kind: 'word' as const,
        text: `${before}${term}`,
        category_id: null,
        count: before === '' ? count : null,
      })),
    ]
    // What is typed already, and the same words again, help nobody.
    const known = new Set<string>()
    return suggestions
      .filter(({ kind, text }) => {
        const same = kind === 'category' ? `category ${folded(text)}` : folded(text)
        if (known.has(same) || (kind === 'history' && same === typed)) return false
        known.add(same)
        return true
      })
      .slice(0, mostSuggested)
  },
})
