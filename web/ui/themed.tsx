import { MantineProvider } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { theme } from './theme.ts'

/** What stands in it may use the component library. The theme's variables are in the styles of every page. */
export const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false}>
    {children}
  </MantineProvider>
)

/** A component that brings the theme of the component library along. */
export const themed = <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> =>
  function ThemedPart(props) {
    return (
      <Themed>
        <Part {...props} />
      </Themed>
    )
  }
