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

/** Letters come in these five sizes: 13, 15, 17, 22 and 32 px where nobody chose larger ones. */
const sizes = {
  small: '0.8125rem',
  text: '0.9375rem',
  large: '1.0625rem',
  title: '1.375rem',
  display: '2rem',
}

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
  fontFamily: '"Figtree Variable", "Figtree Fallback", system-ui, "Noto Sans", sans-serif',
  // A line of text is 24 px, so that a link with 10 px on either side has room for a finger.
  lineHeights: { sm: '1.6', md: '1.6' },
  fontSizes: { xs: sizes.small, sm: sizes.text, md: sizes.text, lg: sizes.large, xl: sizes.title },
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: sizes.display, lineHeight: '1.2' },
      h2: { fontSize: sizes.title, lineHeight: '1.25' },
      h3: { fontSize: sizes.large, lineHeight: '1.35' },
      h4: { fontSize: sizes.text, lineHeight: '1.4' },
    },
  },
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
