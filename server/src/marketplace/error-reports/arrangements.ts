import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted } from '../../testing/kit.ts'
import { word } from '../../testing/posts.ts'

const report = () => ({
  message: `Cannot find ${word()}`,
  stack: `TypeError: nothing\n    at ${word()} (https://plaza.example/assets/index-B1xk29aZ.js:1:4711)`,
  platform: 'web',
  app_version: '2.4.1',
  device: { model: 'Pixel 9', os: 'Android 16' },
  breadcrumbs: [{ message: 'opened a listing', category: 'navigation' }],
  request_id: 'req-1',
})

const send = async () =>
  (await granted(call('POST', '/api/v1/error-report/send', { body: report() }))).body.data

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetErrorGroup: async ({ administrator }) => {
    const { fingerprint } = await send()
    const { body } = await granted(
      call('GET', '/api/v1/error-report/groups', { as: administrator, query: { limit: 100 } }),
    )
    const group = body.data.find((one: { fingerprint: string }) => one.fingerprint === fingerprint)
    return { as: administrator, params: { group_id: group._id } }
  },
  adminGetErrorGroups: async ({ administrator }) => {
    for (const _ of [1, 2]) await send()
    return { as: administrator, query: { level: 'error' } }
  },
  sendError: ({ member }) => ({ as: member, body: report() }),
}
