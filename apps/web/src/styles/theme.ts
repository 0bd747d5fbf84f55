import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Notification,
} from '@mantine/core'

const verdigris: MantineColorsTuple = [
  '#e2efeb',
  '#c5dfd8',
  '#9ccabf',
  '#6cc7b4',
  '#3f9c8b',
  '#1f7a6c',
  '#0b6257',
  '#08544a',
  '#084a42',
  '#05352f',
]

/** The kit's own greys, warm like the paper and the ink around them. */
const gray: MantineColorsTuple = [
  '#f7f5ef',
  '#f2f0e9',
  '#e4e0d5',
  '#d8d3c5',
  '#cbc5b5',
  '#a59f8f',
  '#6d6757',
  '#575245',
  '#3a362c',
  '#22201a',
]
const dark: MantineColorsTuple = [
  '#e8e4d9',
  '#b6b1a2',
  '#989383',
  '#6d6a5d',
  '#34362e',
  '#2a2c26',
  '#1e1f1b',
  '#1a1b18',
  '#141512',
  '#10110f',
]

/** The component kit in the house's type and colours; the values themselves are in tokens.css. */
export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 6, dark: 3 },
  colors: { verdigris, gray, dark },
  white: '#fffefb',
  autoContrast: true,
  fontFamily: 'var(--tl-sans)',
  fontFamilyMonospace: 'var(--tl-mono)',
  headings: { fontFamily: 'var(--tl-serif)', fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontSizes: {
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.125rem',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The kit measures contrast against the accent of the light scheme alone.
    Button: Button.extend({
      vars: (_theme, { variant = 'filled', color }) => ({
        root:
          variant === 'filled' && color === undefined
            ? { '--button-color': 'var(--tl-on-accent)' }
            : {},
      }),
    }),
    // The kit gives the button no name.
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close the message' } },
    }),
  },
})

const shared = {
  '--mantine-color-body': 'var(--tl-surface)',
  '--mantine-color-text': 'var(--tl-text)',
  '--mantine-color-bright': 'var(--tl-text)',
  '--mantine-color-dimmed': 'var(--tl-text-3)',
  '--mantine-color-placeholder': 'var(--tl-text-3)',
  '--mantine-color-anchor': 'var(--tl-accent)',
  '--mantine-color-error': 'var(--tl-error)',
  '--mantine-color-default': 'var(--tl-surface)',
  '--mantine-color-default-hover': 'var(--tl-hover)',
  '--mantine-color-default-color': 'var(--tl-text)',
  '--mantine-color-default-border': 'var(--tl-line)',
  '--mantine-color-disabled': 'var(--tl-sunken)',
  '--mantine-color-disabled-color': 'var(--tl-text-3)',
  '--mantine-color-disabled-border': 'var(--tl-line)',
  '--mantine-primary-color-filled': 'var(--tl-accent)',
  '--mantine-primary-color-filled-hover': 'var(--tl-accent-strong)',
  '--mantine-primary-color-contrast': 'var(--tl-on-accent)',
  '--mantine-primary-color-light': 'var(--tl-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--tl-accent)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
})
