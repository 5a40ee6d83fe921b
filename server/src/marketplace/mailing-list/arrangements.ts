import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, lastMail, newEmail, world } from '../../testing/kit.ts'
import { unsubscribeUrlOf } from './letters.ts'

const base = '/api/v1/mailing-list'
const subscribe = (email: string) => granted(call('POST', `${base}/subscribe`, { body: { email } }))

/** What the link in the question to a new address carries. */
async function newQuestion(): Promise<string> {
  const email = newEmail()
  await subscribe(email)
  return /token=(\S+)/.exec((await lastMail(email)).text)?.[1] ?? ''
}

/** What the link at the end of a mail carries. */
async function newLink(): Promise<string> {
  const { services } = (await world()).host
  const url = unsubscribeUrlOf({ services, publicUrl: services.settings.publicUrl }, newEmail())
  return new URL(url).searchParams.get('token') ?? ''
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetMailingCounts: ({ administrator }) => ({ as: administrator }),
  adminGetSubscribers: async ({ administrator }) => {
    for (const _ of [1, 2]) await subscribe(newEmail())
    return { as: administrator, query: { list: 'news', state: 'pending' } }
  },
  confirmSubscription: async () => ({ query: { token: await newQuestion() } }),
  getConfirmationPage: async () => ({ query: { token: await newQuestion() } }),
  getUnsubscribePage: async () => ({ query: { token: await newLink() } }),
  joinMailingList: ({ member }) => ({ as: member, body: { lists: ['news', 'tips'] } }),
  leaveMailingList: async () => ({ query: { token: await newLink() } }),
  subscribeToMailingList: () => ({ body: { email: newEmail(), locale: 'de' } }),
  unsubscribeFromMailingList: [
    async () => ({ query: { token: await newLink() }, body: {} }),
    () => ({ body: { email: newEmail() } }),
  ],
}
