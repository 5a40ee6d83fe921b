import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

const Pair = Type.Object({ blockerId: Id, blockedId: Id })

/** Somebody blocked another person. */
export const peopleParted = announcement('people parted', Pair)

/** Somebody lifted their block; the other one's may still stand. */
export const blockLifted = announcement('block lifted', Pair)
