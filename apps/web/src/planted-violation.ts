import '@teamlore/redaction'
