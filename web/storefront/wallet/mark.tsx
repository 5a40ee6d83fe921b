import { Badge } from '@mantine/core'

/** A word about a card or a bank account. */
export const Mark = ({ children }: { children: string | undefined }) => (
  <Badge component="span" color="teal" variant="light" tt="none" size="lg" c="var(--ink)">
    {children}
  </Badge>
)
