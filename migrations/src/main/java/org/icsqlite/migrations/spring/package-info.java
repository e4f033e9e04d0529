/**
 * Migrations at the start of a Spring Boot application: an auto-configuration, its properties, and
 * what makes other beans wait. Uses the migrations and Spring Boot; nothing else may use it.
 */
package org.icsqlite.migrations.spring;
