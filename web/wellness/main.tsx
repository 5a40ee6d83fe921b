import '../ui/styles.ts'

// Who is not signed in comes to the way in, whatever they opened: it is fetched beside the app, not after it.
if (!localStorage.getItem('plaza.wellness.signed-in')) {
  void import('./accounts/sign-in-page.tsx')
  const shell = document.querySelector<HTMLElement>('.shell')
  const isOther = /\/(sign-up|verify|forgotten-password)$/.test(window.location.pathname)
  if (shell && !isOther) shell.dataset.page = 'sign-in'
}
void import('./app.tsx')
