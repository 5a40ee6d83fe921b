import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { theme } from './ui/theme.ts'

type Variables = Record<string, string>

const name = 'virtual:theme.css'

/** What of the theme is not in the component library's own `default-css-variables.css`. */
function themeStyles(): string {
  const ours = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const usual = defaultCssVariablesResolver(DEFAULT_THEME)
  const changed = (own: Variables, known: Variables): Variables =>
    Object.fromEntries(Object.entries(own).filter(([variable, value]) => known[variable] !== value))
  return convertCssVariables(
    {
      variables: changed(ours.variables, usual.variables),
      light: changed(ours.light, usual.light),
      dark: changed(ours.dark, usual.dark),
    },
    ':root',
  )
}

/** The theme's variables as a file of styles, so that no page has to compute them before it is painted. */
export const themeAsStyles = (): Plugin => ({
  name: 'theme-as-styles',
  resolveId: (source) => (source === name ? name : null),
  load: (id) => (id === name ? themeStyles() : null),
})
