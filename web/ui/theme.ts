import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { texts } from '../texts/ui.ts'

const teal: MantineColorsTuple = [
  '#e5f7f4',
  '#cdebe6',
  '#9fd8cf',
  '#6cc4b7',
  '#43b3a3',
  '#259f8e',
  '#0e8577',
  '#0b7a6f',
  '#08625a',
  '#054a44',
]
const clay: MantineColorsTuple = [
  '#fdf0ea',
  '#f8ddd1',
  '#efb9a2',
  '#e6936f',
  '#de7445',
  '#d9602b',
  '#b84a1c',
  '#a3411a',
  '#833414',
  '#61260e',
]

const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#e03131',
  '#c92a2a',
  '#b02525',
  '#8f1d1d',
]

/** A dialog's header is not the page's. */
const dialog = {
  attributes: { header: { role: 'none' } },
  closeButtonProps: { 'aria-label': texts.close },
}

/** What all pages look like. Touch targets are 44 px (see `styles.css`), text contrasts hold in both schemes. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { teal, clay, red },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    CloseButton: { defaultProps: { size: 44 } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    SegmentedControl: {
      defaultProps: { size: 'md' },
      styles: { label: { minHeight: 44, alignContent: 'center' } },
    },
    PinInput: { defaultProps: { size: 'lg' } },
    Modal: { defaultProps: { ...dialog, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: dialog },
  },
})
