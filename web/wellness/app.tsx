import { mount } from '../ui/app.tsx'
import { whenStyled } from '../ui/styled.ts'
import { Themed } from '../ui/themed.tsx'
// What was kept without a connection goes out whatever page is opened first.
import './practice/delivery.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

const show = () => void whenStyled().then(() => mount(router, queryClient, Themed))

// The first module does not wait for the document, so this one may be there before the body is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show, { once: true })
else show()
