import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { granted, type TestPerson } from '../../testing/kit.ts'
import { favourite, newCollection, newPost } from '../../testing/posts.ts'

/** A collection with two listings in it. */
const collectionOf = async (as: TestPerson, { partner }: Cast): Promise<string> => {
  const collection_id = await newCollection(as, (await newPost(partner))._id)
  await granted(favourite(as, (await newPost(partner))._id, { collection_id }))
  return collection_id
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  favouritePost: [
    async ({ member, partner }) => ({ as: member, body: { post_id: (await newPost(partner))._id } }),
    async (cast) => {
      const collection_id = await collectionOf(cast.member, cast)
      return { as: cast.member, body: { post_id: (await newPost(cast.partner))._id, collection_id } }
    },
  ],
  getCollectionList: ({ member }) => ({ as: member }),
  getFavourites: async (cast) => ({
    as: cast.member,
    query: { collection_id: await collectionOf(cast.member, cast) },
  }),
  getPostCollection: async (cast) => ({
    as: cast.member,
    params: { collection_id: await collectionOf(cast.member, cast) },
  }),
  removeCollection: async (cast) => ({
    as: cast.member,
    params: { collection_id: await collectionOf(cast.member, cast) },
    query: { keep_posts: false },
  }),
  renameCollection: async (cast) => ({
    as: cast.member,
    params: { collection_id: await collectionOf(cast.member, cast) },
    body: { name: `Renamed ${newId()}` },
  }),
  shareCollection: async (cast) => ({
    as: cast.member,
    params: { collection_id: await collectionOf(cast.member, cast) },
  }),
  unshareCollection: async (cast) => ({
    as: cast.member,
    params: { collection_id: await collectionOf(cast.member, cast) },
  }),
}
