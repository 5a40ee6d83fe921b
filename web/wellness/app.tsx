import { mount } from '../ui/app.tsx'
import { whenStyled } from '../ui/styled.ts'
import { Themed } from '../ui/themed.tsx'
// What was kept without a connection goes out whatever page is opened first.
import './practice/delivery.ts'
import './goals/delivery.ts'
import { keepAppOnDevice } from './offline/keeping.ts'
import './offline/prompt.ts'
// What was kept for whoever signs out goes, whatever page is open.
import './offline/recordings.ts'
import { queryClient, whenKeptAreRead } from './query-client.ts'
import { router } from './router.tsx'

keepAppOnDevice()

const show = () =>
  void Promise.all([whenStyled(), whenKeptAreRead]).then(() => mount(router, queryClient, Themed))

// The first module does not wait for the document, so this one may be there before the body is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show, { once: true })
else show()
