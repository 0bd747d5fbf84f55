import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isTemporary } from '@teamlore/shared'
import { isSignedOut } from './api.tsx'

/** One cache per page load. `onSignedOut` is called when the server says that nobody is signed in (any more). */
export const createQueryClient = (onSignedOut: () => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error) && !query.meta?.['staysHere']) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Pages hand a query on to what is drawn later. Else only what the page itself read of it by then would draw it again,
        // and an error that came before would never be shown.
        notifyOnChangeProps: 'all',
        // The server may be on this very machine, which may have no network.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && isTemporary(error),
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
