from django import template

from labsite.modelling import pictures

register = template.Library()
register.filter("srcset", pictures.srcset)
register.filter("rendition_url", pictures.rendition_url)
