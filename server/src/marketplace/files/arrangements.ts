import type { Arrangements } from '../../testing/arranged.ts'
import { pictureOf, privatePictureOf } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  confirmMedia: async ({ member }) => ({ as: member, body: { upload_id: await pictureOf(member) } }),
  createPreAssignedUrls: ({ member }) => ({
    as: member,
    body: { files: [{ name: 'chair.jpg', content_type: 'image/jpeg', size: 4000, purpose: 'post' }] },
  }),
  getMedia: async ({ member }) => ({ as: member, params: { upload_id: await pictureOf(member) } }),
  getPresignedUrl: ({ member }) => ({
    as: member,
    query: { file_name: 'receipt.jpg', content_type: 'image/jpeg', size: 4000 },
  }),
  getSignedUrl: async ({ member }) => ({
    as: member,
    query: { upload_id: await privatePictureOf(member, 'evidence') },
  }),
}
