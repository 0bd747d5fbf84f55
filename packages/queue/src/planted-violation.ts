import '@teamlore/core'
