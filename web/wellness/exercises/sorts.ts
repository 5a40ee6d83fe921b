/** The orders of the list of all exercises, as the server knows them. */
export const sorts = ['recommended', 'popular', 'new', 'duration'] as const
export type Sort = (typeof sorts)[number]

export const isSort = (value: unknown): value is Sort => sorts.some((sort) => sort === value)
