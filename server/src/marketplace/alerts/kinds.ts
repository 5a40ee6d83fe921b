export const severities = ['info', 'warn', 'critical'] as const
export type Severity = (typeof severities)[number]

export const kinds = ['info', 'maintenance', 'force_update'] as const
export type Kind = (typeof kinds)[number]
