import '@teamlore/core'
import 'node:fs'
