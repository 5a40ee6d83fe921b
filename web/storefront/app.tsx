import { mount } from '../ui/app.tsx'
import { whenStyled } from '../ui/styled.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

const show = () => void whenStyled().then(() => mount(router, queryClient))

// The first module does not wait for the document, so this one may be there before the body is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show, { once: true })
else show()
