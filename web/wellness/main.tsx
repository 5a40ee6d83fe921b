import { shapeShell } from '../ui/shell.ts'
import '../ui/styles.ts'

// Who is not signed in comes to the way in, whatever they opened: it is fetched beside the app, not after it.
if (!localStorage.getItem('plaza.wellness.signed-in')) {
  void import('./accounts/sign-in-page.tsx')
  const isOther = /\/(sign-up|verify|forgotten-password)$/.test(window.location.pathname)
  if (!isOther) void shapeShell('sign-in')
}
void import('./app.tsx')
