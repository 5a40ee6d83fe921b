import '../ui/styles.ts'

// Who is not signed in comes to the way in, whatever they opened: it is fetched beside the app, not after it.
if (!localStorage.getItem('plaza.wellness.signed-in')) void import('./accounts/sign-in-page.tsx')
void import('./app.tsx')
