/** Tells the styles of the component library which scheme the device wants, from the first painting on. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const tell = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light'
  }
  tell()
  dark.addEventListener('change', tell)
}
