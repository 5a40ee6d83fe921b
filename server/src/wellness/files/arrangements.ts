import type { Arrangements } from '../../testing/arranged.ts'
import { newMedia } from '../../testing/exercises.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  confirmMedia: async ({ wellnessAdministrator: as }) => ({ as, body: { key: await newMedia(as, 'waves') } }),
  createPreSignedUrl: [
    ({ user }) => ({ as: user, body: { fileName: 'me.jpg', contentType: 'image/jpeg', size: 4000 } }),
    ({ wellnessAdministrator: as }) => {
      const body = { fileName: 'rain.mp3', contentType: 'audio/mpeg', size: 4000, folder: 'exercise' }
      return { as, body }
    },
    async ({ wellnessAdministrator: as }) => ({
      as,
      body: { operation: 'GET', key: await newMedia(as, 'waves') },
    }),
  ],
  getMedia: async ({ wellnessAdministrator: as }) => ({ as, params: { key: await newMedia(as, 'waves') } }),
}
