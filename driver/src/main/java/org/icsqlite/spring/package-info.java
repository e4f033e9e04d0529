/**
 * What Spring Boot 4 loads from the driver's jar, so that a URL alone sets a data source up.
 * Nothing uses this package but Spring Boot, and without it nothing here is loaded.
 */
package org.icsqlite.spring;
