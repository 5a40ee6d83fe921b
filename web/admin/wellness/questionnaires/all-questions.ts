import { type AdminQuestion, adminGetQuestions } from '@plaza/client/wellness'
import { adminGetQuestionsQueryKey } from '@plaza/client/wellness/queries'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../ui/failure.ts'

/** Every question of a questionnaire, page after page: of a past version, or as it is now. */
export const allQuestionsOptions = (instrument: string, version?: number) =>
  queryOptions({
    queryKey: [
      ...adminGetQuestionsQueryKey({ query: { instrument, ...(version ? { version } : {}) } }),
      'all',
    ],
    queryFn: async ({ signal }) => {
      const rows: AdminQuestion[] = []
      let cursor: string | undefined
      do {
        const query = {
          instrument,
          limit: 100,
          ...(version ? { version } : {}),
          ...(cursor ? { cursor } : {}),
        }
        const { data, meta } = await ask(adminGetQuestions({ query, signal }))
        rows.push(...data)
        cursor = meta?.nextCursor ?? undefined
      } while (cursor)
      return rows
    },
  })
