export const lists = ['news', 'tips'] as const
export type List = (typeof lists)[number]

export const states = ['pending', 'active', 'suppressed'] as const
export type State = (typeof states)[number]
