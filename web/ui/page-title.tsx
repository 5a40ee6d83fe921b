import { Title, type TitleProps } from '@mantine/core'
import { useTitle } from './title.ts'

/** The first heading of a page, which also names it in the browser's tab and history. */
export function PageTitle({ children, ...props }: Omit<TitleProps, 'order'> & { children: string }) {
  useTitle(children.trim())
  return (
    <Title order={1} size="h2" dir="auto" {...props}>
      {children}
    </Title>
  )
}
