import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, newEmail } from '../../testing/kit.ts'
import { privatePictureOf } from '../../testing/marketplace-rows.ts'
import { word } from '../../testing/posts.ts'

const message = () => ({
  name: 'Ada',
  email: newEmail(),
  subject: `Bicycle ${word()}`,
  message: `It stands on its head: ${word()}.`,
})

const feedback = () => ({ category: 'idea', message: `More of it: ${word()}.`, rating: 4 })

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetContactMessages: async ({ administrator }) => {
    for (const _ of [1, 2]) await granted(call('POST', '/api/v1/usr-mgt/contact-us', { body: message() }))
    return { as: administrator }
  },
  adminGetFeedback: async ({ administrator }) => {
    for (const _ of [1, 2]) await granted(call('POST', '/api/v1/feedback/create', { body: feedback() }))
    return { as: administrator, query: { category: 'idea' } }
  },
  contactUs: () => ({ body: message() }),
  createFeedback: [
    ({ guest }) => ({
      as: guest,
      body: { ...feedback(), context: { screen: 'Home', platform: 'ios', app_version: '1.2.3' } },
    }),
    async ({ member }) => ({
      as: member,
      body: { ...feedback(), upload_ids: [await privatePictureOf(member, 'feedback')] },
    }),
  ],
}
